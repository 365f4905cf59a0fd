/** Requests to the REST API. An error carries a sentence for the reader. */

/** An error response of the server, with its reason. */
export class ApiError extends Error {
  /**
   * @param {string} why
   * @param {number} status 0 when the server could not be reached
   */
  constructor(why, status) {
    super(why);
    this.status = status;
  }
}

/**
 * GETs a path of the API, or POSTs a body to it, and returns the JSON of the response.
 *
 * @param {string} path
 * @param {unknown} [body]
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 * @throws {ApiError}
 */
export function fetchJson(path, body, signal) {
  return request(path, body, signal, (response) => response.json());
}

/**
 * Like `fetchJson`, for a response that is not JSON.
 *
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<string>}
 */
export function fetchText(path, body) {
  return request(path, body, undefined, (response) => response.text());
}

/**
 * @template T
 * @param {string} path
 * @param {unknown} body
 * @param {AbortSignal | undefined} signal
 * @param {(response: Response) => Promise<T>} read
 * @returns {Promise<T>}
 */
async function request(path, body, signal, read) {
  /** @type {RequestInit} */
  const options = { headers: { Accept: "application/json" }, signal: signal ?? null };
  if (body !== undefined) {
    options.method = "POST";
    options.headers = { ...options.headers, "Content-Type": "application/json" };
    options.body = JSON.stringify(body);
  }
  try {
    const response = await fetch(path, options);
    if (response.ok) return await read(response);
    const answer = await response.json().catch(() => null);
    throw new ApiError(readProblem(answer) ?? `${response.status}`, response.status);
  } catch (error) {
    if (error instanceof ApiError || isAborted(error)) throw error;
    throw new ApiError("", 0);
  }
}

/** Was the request aborted by this page? @param {unknown} error */
function isAborted(error) {
  return error instanceof DOMException && error.name === "AbortError";
}

/** @param {any} answer @returns {string | null} */
function readProblem(answer) {
  return typeof answer?.problem === "string" ? answer.problem : null;
}

/**
 * Reads a response of JSON lines as they arrive.
 *
 * @param {string} path
 * @param {object} body
 * @param {AbortSignal} signal
 */
export async function* streamLines(path, body, signal) {
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(path, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
    signal,
  }).catch((error) => {
    throw error instanceof DOMException ? error : new ApiError("", 0);
  });
  if (!response.ok || !response.body) {
    const answer = await response.json().catch(() => null);
    throw new ApiError(answer?.problem ?? `${response.status}`, response.status);
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const parts = (rest + value).split("\n");
    rest = parts.pop() ?? "";
    for (const part of parts) yield JSON.parse(part);
  }
}
