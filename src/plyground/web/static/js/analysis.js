/** The analysis page: whatever its address means is put on the desk, or a game is to be chosen. */

import "./board.js";
import { Desk } from "./analysis/page.js";
import { openStudy } from "./analysis/study.js";
import { showWelcome } from "./analysis/start_screen.js";
import { ask } from "./api.js";
import { bindKeys } from "./keyboard.js";
import { complain, startPage, toggleSound } from "./app_shell.js";

await startPage("analysis");

try {
  const study = await openStudy(location);
  if (study) await new Desk(study).open();
  else await welcome();
} catch (error) {
  complain(error);
  await welcome();
}

async function welcome() {
  bindKeys("analysis", { mute: toggleSound });
  showWelcome(await ask("/api/catalogue"));
}
