/** Entry point of the analysis page: opens the study of the URL, or lets the reader choose a game. */

import "./board.js";
import { AnalysisPage } from "./analysis/page.js";
import { showStartScreen } from "./analysis/start_screen.js";
import { openStudy } from "./analysis/study.js";
import { fetchJson } from "./api.js";
import { showError, startPage } from "./app_shell.js";

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
  showStartScreen(await fetchJson("/api/catalogue"));
}
