/** What this browser remembers between visits. A browser that forbids it just forgets. */

const PREFIX = "plyground.";

/**
 * @template T
 * @param {string} name
 * @param {T} fallback
 * @returns {T}
 */
export function loadItem(name, fallback) {
  try {
    const kept = localStorage.getItem(PREFIX + name);
    return kept === null ? fallback : JSON.parse(kept);
  } catch {
    return fallback;
  }
}

/**
 * @param {string} name
 * @param {unknown} value undefined forgets it
 */
export function saveItem(name, value) {
  try {
    if (value === undefined) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Full, or not allowed: the page works without.
  }
}
