/**
 * The start screen of the analysis page: choose a game, or import one.
 *
 * @typedef {import("../api_types.js").Catalogue} Catalogue
 */

import { find, make } from "../dom.js";
import { say } from "../i18n.js";
import { openImportDialog } from "./import_export.js";

/** @param {Catalogue} catalogue */
export function showStartScreen(catalogue) {
  find("#start-screen").hidden = false;
  find("#cards").replaceChildren(
    ...catalogue.games.map((game) =>
      make(
        "a",
        { class: "card panel", href: `/analysis/${encodeURIComponent(game.name)}` },
        make("img", { src: game.svg, alt: "", loading: "lazy" }),
        make("span", { class: "card-title" }, game.title),
      ),
    ),
  );
  find("#import").replaceChildren(
    make(
      "button",
      { class: "primary", "data-action": "web.import", onclick: () => openImportDialog(catalogue, null) },
      say("web.import"),
    ),
  );
}
