/** Creating elements without markup in strings, so that user input can never become script. */

/** @typedef {Node | string | null | undefined | false} Child */

/**
 * Creates an element with attributes, listeners (`onclick`) and children.
 *
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, unknown>} [attributes] false, null and undefined omit one
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else {
      assign(element, name, value);
    }
  }
  element.append(...filterPresent(children));
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

/**
 * Creates an SVG element.
 *
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, unknown>} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function draw(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) {
    assign(element, name, typeof value === "number" ? roundCoordinate(value) : value);
  }
  element.append(...filterPresent(children));
  return /** @type {SVGElementTagNameMap[K]} */ (element);
}

/**
 * Sets an attribute; true sets it empty; false, null and undefined remove it.
 *
 * @param {Element} element
 * @param {string} name
 * @param {unknown} value
 */
export function assign(element, name, value) {
  if (value === false || value === null || value === undefined) {
    element.removeAttribute(name);
  } else {
    element.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * The first element that matches a selector; it must exist.
 *
 * @param {string} selector
 * @param {ParentNode} [root]
 * @returns {HTMLElement}
 */
export function find(selector, root = document) {
  const found = root.querySelector(selector);
  if (!(found instanceof HTMLElement)) throw new Error(`nothing matches ${selector}`);
  return found;
}

/** @param {Child[]} children @returns {(Node | string)[]} */
function filterPresent(children) {
  return /** @type {(Node | string)[]} */ (
    children.filter((child) => child !== null && child !== undefined && child !== false)
  );
}

/** @param {number} value */
function roundCoordinate(value) {
  return Math.round(value * 100) / 100;
}
