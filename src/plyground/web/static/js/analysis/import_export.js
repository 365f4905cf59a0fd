/**
 * Import and export of studies, and links to share.
 *
 * @typedef {import("./study.js").Study} Study
 * @typedef {import("../api_types.js").Catalogue} Catalogue
 */

import { fetchJson } from "../api.js";
import { copyText, describeError, notify, showError } from "../app_shell.js";
import { make } from "../dom.js";
import { say } from "../i18n.js";
import { makeIcon } from "../icons.js";
import { formatPosition } from "../position_url.js";
import { saveItem } from "../storage.js";
import { toAnalysisUrl } from "./study.js";

/** Copies the link to a study; a draft is saved first. @param {Study} study */
export async function shareStudy(study) {
  await study.ensureOwned();
  await copyText(location.origin + study.url, say("web.share.copied"));
}

/** Copies a link that contains the position itself. @param {Study} study */
export async function sharePosition(study) {
  await copyText(
    location.origin + toAnalysisUrl(study.toPositionRequest(study.current)),
    say("web.share.copied"),
  );
}

/** Opens the lobby to start a game from the current position. @param {Study} study */
function playFrom(study) {
  const { game, ...position } = study.toPositionRequest(study.current);
  const isOver = study.getNode(study.current).over;
  if (isOver) return notify(say("web.play_from.over"), "problem");
  location.assign(`/${formatPosition(position)}#${encodeURIComponent(game)}`);
}

/** @param {Study} study @param {string} format */
export async function exportStudy(study, format) {
  await study.ensureOwned();
  const link = make("a", {
    href: `/api/studies/${study.view.id}/export?format=${encodeURIComponent(format)}`,
    download: "",
  });
  document.body.append(link);
  link.click();
  link.remove();
}

/**
 * Shows the buttons to share, export and import, and to set up a position.
 *
 * @param {HTMLElement} box
 * @param {Study} study
 * @param {() => void} openEditor
 */
export function showImportExport(box, study, openEditor) {
  const button = (
    /** @type {string} */ key,
    /** @type {() => unknown} */ onclick,
    /** @type {import("../icons.js").Icon | null} */ sign = null,
  ) => make("button", { "data-action": key, onclick }, sign && makeIcon(sign), say(key));
  box.replaceChildren(
    make(
      "div",
      { class: "buttons" },
      button("web.share.study", () => void shareStudy(study).catch(showError), "link"),
      button("web.share.position", () => void sharePosition(study), "link"),
      button("web.setup.open", openEditor, "add"),
      button("web.play_from", () => playFrom(study), "play"),
      button("web.import", () => void openImport(study).catch(showError)),
    ),
    make("h2", {}, say("web.export")),
    make(
      "div",
      { class: "buttons" },
      ...study.view.formats.map((format) =>
        make(
          "button",
          {
            "data-format": format,
            onclick: () => void exportStudy(study, format).catch(showError),
          },
          format === "text" ? say("web.export.text") : format.toUpperCase(),
        ),
      ),
    ),
  );
}

/** @param {Study} study */
async function openImport(study) {
  openImportDialog(await fetchJson("/api/catalogue"), study);
}

/**
 * Opens the dialog that imports a game from text or a file. A text that does not name its game, a
 * bare list of moves, is of the chosen one.
 *
 * @param {Catalogue} catalogue
 * @param {Study | null} study the current one
 */
export function openImportDialog(catalogue, study) {
  const text = make("textarea", {
    rows: 8,
    id: "import-text",
    spellcheck: "false",
    placeholder: say("web.import.about"),
    "aria-label": say("web.import.text"),
    maxlength: "200000",
  });
  const current = study?.view.game ?? "";
  const game = make(
    "select",
    { id: "import-game" },
    make("option", { value: "" }, say("web.import.game.named")),
    ...catalogue.games.map(({ name, title }) =>
      make("option", { value: name, selected: name === current }, title),
    ),
  );
  const problemLine = make("p", { class: "problem small", role: "alert" });
  const file = make("input", {
    type: "file",
    accept: ".json,.sgf,.psq,.txt,text/plain",
    "aria-label": say("web.import.file"),
  });
  file.addEventListener("change", async () => {
    const chosen = file.files?.[0];
    if (chosen) text.value = await chosen.text();
  });
  const form = make(
    "form",
    { class: "import-form" },
    make("h2", { id: "import-title" }, say("web.import")),
    make("p", { class: "muted small" }, say("web.import.formats")),
    text,
    file,
    make("label", { class: "field" }, make("span", {}, say("web.import.game")), game),
    problemLine,
    make(
      "div",
      { class: "dialog-actions" },
      make("button", { type: "button", onclick: () => dialog.close() }, say("web.cancel")),
      make("button", { class: "primary", type: "submit" }, say("web.import.read")),
    ),
  );
  const dialog = make("dialog", { class: "dialog", "aria-labelledby": "import-title" }, form);
  dialog.addEventListener("close", () => dialog.remove());
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const options = game.value === current ? study?.view.options : {};
    const about = game.value ? { game: game.value, options } : {};
    try {
      const created = await fetchJson("/api/studies/import", { text: text.value, ...about });
      saveItem(`study.${created.id}`, created.key);
      location.assign(`/analysis/study/${created.id}`);
    } catch (error) {
      problemLine.textContent = describeError(error);
      if (!game.value) game.focus();
    }
  });
  document.body.append(dialog);
  dialog.showModal();
}
