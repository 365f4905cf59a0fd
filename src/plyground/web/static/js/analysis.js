/** The analysis page: whatever its address means is put on the desk, or a game is to be chosen. */

import "./board.js";
import { AnalysisPage } from "./analysis/page.js";
import { openStudy } from "./analysis/study.js";
import { showStartScreen } from "./analysis/start_screen.js";
import { fetchJson } from "./api.js";
import { bindKeys } from "./keyboard.js";
import { showError, startPage, toggleSound } from "./app_shell.js";

await startPage("analysis");

try {
  const study = await openStudy(location);
  if (study) await new AnalysisPage(study).open();
  else await showStart();
} catch (error) {
  showError(error);
  await showStart();
}

async function showStart() {
  bindKeys("analysis", { mute: toggleSound });
  showStartScreen(await fetchJson("/api/catalogue"));
}
