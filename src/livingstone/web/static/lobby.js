// The lobby: a seat without a player needs no name, and a record can come from a file.

for (const seat of document.querySelectorAll("[data-kind]")) {
  const kind = seat.querySelector("select");
  const name = seat.querySelector("input");
  const follow = () => {
    name.disabled = kind.value === "nobody";
    seat.classList.toggle("nobody", name.disabled);
  };
  kind.addEventListener("change", follow);
  addEventListener("pageshow", follow); // the browser has restored the choices
  follow();
}

for (const input of document.querySelectorAll("input[type=file]")) {
  input.addEventListener("change", async () => {
    const [file] = input.files;
    if (file) {
      input.form.elements[input.dataset.into].value = await file.text();
      input.form.requestSubmit();
    }
  });
}

for (const time of document.querySelectorAll("time")) {
  const { lang } = document.documentElement;
  time.textContent = new Date(1000 * time.dataset.seconds).toLocaleString(lang, { dateStyle: "medium", timeStyle: "short" });
}

for (const part of document.querySelectorAll("details[data-wide]"))
  part.open = !matchMedia("(max-width: 900px)").matches;
