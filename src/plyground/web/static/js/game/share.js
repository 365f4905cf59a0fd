/**
 * Links to share: an invitation for the awaited opponent, and the link to watch.
 *
 * @typedef {import("../api_types.js").GameState} GameState
 */

import { copyText } from "../app_shell.js";
import { make } from "../dom.js";
import { say } from "../i18n.js";
import { makeIcon } from "../icons.js";
import { getSeat, makeInviteLink } from "../seats.js";

let renderedMode = "";

/** @param {HTMLElement} box @param {GameState} state */
export function showShare(box, state) {
  const invite = getSeat(state.id)?.invite;
  const isAwaited = state.players.some((player) => player.kind === "open" && !player.joined);
  const mode = isAwaited && invite ? "invite" : "watch";
  if (renderedMode === mode) return;
  renderedMode = mode;
  box.replaceChildren(
    ...(isAwaited && invite ? makeInvitation(makeInviteLink(state.id, invite)) : makeWatchButton()),
  );
}

export function copyAddress() {
  void copyText(location.href, say("web.share.copied"));
}

/** @param {string} link */
function makeInvitation(link) {
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
      { class: "primary", onclick: () => void copyText(link, say("web.share.copied")) },
      makeIcon("link"),
      say("web.share.copy"),
    ),
  ];
}

function makeWatchButton() {
  return [
    make(
      "button",
      { class: "quiet", onclick: copyAddress },
      makeIcon("link"),
      say("web.share.watch"),
    ),
  ];
}
