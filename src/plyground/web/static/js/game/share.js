/**
 * Addresses to send: to the opponent who is awaited, and to those who want to watch.
 *
 * @typedef {import("../api_types.js").GameState} GameState
 */

import { make } from "../dom.js";
import { icon } from "../icons.js";
import { inviteLink, seatAt } from "../seats.js";
import { copy } from "../app_shell.js";
import { say } from "../i18n.js";

let shown = "";

/** @param {HTMLElement} box @param {GameState} state */
export function showShare(box, state) {
  const invite = seatAt(state.id)?.invite;
  const isAwaited = state.players.some((player) => player.kind === "open" && !player.joined);
  const mode = isAwaited && invite ? "invite" : "watch";
  if (shown === mode) return;
  shown = mode;
  box.replaceChildren(
    ...(isAwaited && invite ? invitation(inviteLink(state.id, invite)) : watching()),
  );
}

export function copyAddress() {
  void copy(location.href, say("web.share.copied"));
}

/** @param {string} link */
function invitation(link) {
  const field = make("input", {
    readonly: true,
    value: link,
    "aria-label": say("web.share.invite"),
    id: "invitation",
  });
  field.addEventListener("focus", () => field.select());
  return [
    make("p", { class: "small" }, say("web.share.send")),
    field,
    make(
      "button",
      { class: "main", onclick: () => void copy(link, say("web.share.copied")) },
      icon("link"),
      say("web.share.copy"),
    ),
  ];
}

function watching() {
  return [
    make("button", { class: "quiet", onclick: copyAddress }, icon("link"), say("web.share.watch")),
  ];
}
