/** The page of an address at which there is nothing. Its sentences come from the server. */

import { startPage } from "./app_shell.js";

await startPage("problem");
