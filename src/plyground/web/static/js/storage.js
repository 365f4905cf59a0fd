/**
 * Local storage, and cookies for what the server has to know. If the browser forbids them, loading
 * returns the fallback and saving does nothing.
 */

const PREFIX = "plyground.";

/**
 * @template T
 * @param {string} name
 * @param {T} fallback
 * @returns {T}
 */
export function loadItem(name, fallback) {
  try {
    const stored = localStorage.getItem(PREFIX + name);
    return stored === null ? fallback : JSON.parse(stored);
  } catch {
    return fallback;
  }
}

/**
 * @param {string} name
 * @param {unknown} value undefined removes the item
 */
export function saveItem(name, value) {
  try {
    if (value === undefined) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Full or forbidden: the page works without it.
  }
}

/**
 * The items whose names begin with a prefix, by the rest of their names.
 *
 * @param {string} prefix
 * @returns {Map<string, unknown>}
 */
export function loadItems(prefix) {
  const items = new Map();
  try {
    for (const name of Object.keys(localStorage)) {
      const rest = name.slice(PREFIX.length + prefix.length);
      if (name.startsWith(PREFIX + prefix)) items.set(rest, loadItem(prefix + rest, null));
    }
  } catch {
    // Forbidden: there are none.
  }
  return items;
}

/** @param {string} name */
export function readCookie(name) {
  const pair = document.cookie.split("; ").find((each) => each.startsWith(`${name}=`));
  return pair ? pair.slice(name.length + 1) : "";
}

/** @param {string} name @param {string} value */
export function setCookie(name, value) {
  document.cookie = `${name}=${value}; path=/; max-age=31536000; samesite=lax`;
}

/** @param {string} name */
export function deleteCookie(name) {
  document.cookie = `${name}=; path=/; max-age=0; samesite=lax`;
}
