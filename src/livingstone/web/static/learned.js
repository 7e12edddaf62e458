// Who has had the guided round is not offered it as something new.

for (const button of document.querySelectorAll("[data-known]")) {
  if (localStorage.getItem("learned") !== "yes") continue;
  button.textContent = button.dataset.known;
  button.classList.add("known");
}
