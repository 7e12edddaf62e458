// The lobby: a seat without a player needs no name, and a record can come from a file.

/** List the bots by their ratings with as many players as are chosen, and show these ratings. */
function rank() {
  const kinds = [...document.querySelectorAll("[data-kind] select")];
  const players = Math.max(2, kinds.filter((kind) => kind.value !== "nobody").length);
  const rating = ({ dataset: { ratings } }) => {
    const own = ratings.split(" ")[players - 2] || "inf"; // unrated ones come last
    return Number(own.replace("inf", "1e9"));
  };
  for (const list of document.querySelectorAll("[data-ranked]")) {
    const chosen = list.parentElement.value;
    list.append(...[...list.children].sort((one, other) => rating(one) - rating(other)));
    if (list.matches("optgroup")) list.parentElement.value = chosen;
  }
  for (const own of document.querySelectorAll("[data-players]"))
    own.hidden = own.dataset.players !== `${players}`;
}

document.getElementById("cookies").hidden = navigator.cookieEnabled;
addEventListener("pageshow", ({ persisted }) => persisted && location.reload()); // for new tokens

for (const seat of document.querySelectorAll("[data-kind]")) {
  const kind = seat.querySelector("select");
  const name = seat.querySelector("input");
  const follow = () => {
    name.disabled = kind.value === "nobody";
    seat.classList.toggle("nobody", name.disabled);
    seat.classList.toggle("bot", !!kind.selectedOptions[0].closest("optgroup"));
    rank();
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
    }
  });
}

for (const time of document.querySelectorAll("time")) {
  const { lang } = document.documentElement;
  time.textContent = new Date(1000 * time.dataset.seconds).toLocaleString(lang, { dateStyle: "medium", timeStyle: "short" });
}

// As in the style sheet: the lobby has one column in narrow windows and on phones.
const onPhones = "(max-height: 500px) and (orientation: landscape) and (pointer: coarse)";
const hasOneColumn = matchMedia(`(max-width: 900px), ${onPhones}`).matches;
for (const part of document.querySelectorAll("details[data-wide]")) part.open = !hasOneColumn;
