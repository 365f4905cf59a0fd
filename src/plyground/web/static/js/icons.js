/** Icons of buttons, as SVG paths in a box of 24 by 24, in the colour of the text. */

import { draw } from "./dom.js";

const ICONS = Object.freeze({
  first: "M18 5 9 12l9 7M6 5v14",
  back: "M15 5 7 12l8 7",
  forward: "m9 5 8 7-8 7",
  last: "m6 5 9 7-9 7M18 5v14",
  flip: "M8 4v14m0 0-4-4m4 4 4-4M16 20V6m0 0-4 4m4-4 4 4",
  undo: "M9 6 4 11l5 5M4 11h10a6 6 0 0 1 0 12h-1",
  resign: "M6 22V3m0 1h12l-3 4.5 3 4.500H6",
  draw: "M5 9h14M5 15h14",
  rematch: "M4 12a8 8 0 0 1 14-5l2 2m0-5v5h-5M20 12a8 8 0 0 1-14 5l-2-2m0 5v-5h5",
  add: "M12 5v14M5 12h14",
  analyse: "M4 20V4m0 16h16M7 15l4-5 3 3 5-7",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1m2 4a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  sound: "M4 9h4l5-4v14l-5-4H4zM16 9a4 4 0 0 1 0 6m2.5-8.500a8 8 0 0 1 0 11",
  sun: "M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2v2m0 16v2M2 12h2m16 0h2M5 5l1.500 1.500m11 11L19 19M19 5l-1.500 1.500m-11 11L5 19",
  moon: "M20 14.500A8.500 8.500 0 1 1 9.500 4a7 7 0 0 0 10.500 10.500z",
  contrast: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 3v18m0-15h6m-6 4h8.700m-8.700 4h8.700m-8.700 4h6",
  coordinates: "M7 3v14h14M2 7h2m-2 6h2m7 7v2m6-2v2",
  silent: "M4 9h4l5-4v14l-5-4H4zM16 9l5 6m0-6-5 6",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zm-8 9c0-5 4-7 8-7s8 2 8 7",
  people:
    "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zm-7 9c0-4.5 3.5-6 7-6s7 1.5 7 6M15.5 4.500a3.5 3.5 0 0 1 0 6.200M18 14.500c2.5.7 4 2.3 4 5.5",
  computer: "M5 5h14v10H5zM2 19h20M9 9v2m6-2v2",
  flask: "M10 3h4m-3 0v6l-6 10a1.5 1.5 0 0 0 1.3 2h11.400a1.5 1.5 0 0 0 1.3-2L13 9V3M7.5 16h9",
  check: "m5 13 4 4L19 7",
  close: "M6 6l12 12M18 6 6 18",
  play: "M8 5v14l11-7z",
  pause: "M8 5v14m8-14v14",
  minus: "M5 12h14",
  fit: "M4 9V4h5m6 0h5v5m0 6v5h-5m-6 0H4v-5",
  aim: "M12 4v4m0 8v4m8-8h-4m-8 0H4m8 6a6 6 0 1 0 0-12 6 6 0 0 0 0 12z",
  download: "M12 4v11m0 0-5-5m5 5 5-5M5 20h14",
  bin: "M4 7h16M10 4h4M6 7l1 13h10l1-13M10 11v5m4-5v5",
  scissors:
    "M8.500 8.500 20 18M8.500 15.500 20 6M6 9a3 3 0 1 0 0-6 3 3 0 0 0 0 6zm0 12a3 3 0 1 0 0-6 3 3 0 0 0 0 6z",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7-10-7-10-7zm10 3a3 3 0 1 0 0-6 3 3 0 0 0 0 6z",
});

/** @typedef {keyof typeof ICONS} Icon */

/** @param {Icon} name */
export function makeIcon(name) {
  return draw(
    "svg",
    { class: "icon-glyph", viewBox: "0 0 24 24", "aria-hidden": "true" },
    draw("path", { d: ICONS[name] }),
  );
}
