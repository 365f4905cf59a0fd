/**
 * What a sentence needs beside its values: Korean particles and English plurals.
 *
 * `{move}{을}` takes the form of the particle that the text before it asks for, and
 * `{count:move|moves}` a word by a number: the rules of `locale/grammar.py`, where they are explained.
 */

const PLACEHOLDER = /\{\{|\}\}|\{([\w가-힣]+)(?::([^|{}]*)\|([^|{}]*))?\}/g;
const PARTICLE = /^(은|을|과|이[가-힣]*|으로[가-힣]*)$/;
const UNSPOKEN = /[^\p{L}\p{N}_%+∞]+$/u;
const REMARK = /(?<=\S)\([^()]*\)$/;
const ENGLISH_FINAL = /(l|m|n|ng)e?$/;

/** @type {Record<string, string>} */
const AFTER_VOWEL = { 은: "는", 이: "가", 을: "를", 과: "와" };

/** @type {Record<string, string>} */
const CONTRACTIONS = { 이어: "여", 이었: "였" };

/** @type {Record<string, string>} */
const DIGITS = { 1: "ㄹ", 7: "ㄹ", 8: "ㄹ", 0: "ㅇ", 3: "ㅁ", 6: "ㄱ" };

/** @type {Record<string, string>} */
const LETTERS = { l: "ㄹ", r: "ㄹ", m: "ㅁ", n: "ㄴ" };

/**
 * The sentence with its values, particles and plurals. A placeholder without a value stays.
 *
 * @param {string} sentence
 * @param {Record<string, unknown>} values
 */
export function formatSentence(sentence, values) {
  let text = "";
  let end = 0;
  for (const found of sentence.matchAll(PLACEHOLDER)) {
    const [whole, name, one = "", many] = found;
    text += sentence.slice(end, found.index);
    end = found.index + whole.length;
    if (name === undefined) text += whole[0];
    else if (PARTICLE.test(name)) text += chooseParticle(text, name);
    else if (!(name in values)) text += whole;
    else if (many !== undefined) text += String(values[name]) === "1" ? one : many;
    else text += String(values[name]);
  }
  return text + sentence.slice(end);
}

/**
 * The form of a particle after a text.
 *
 * @param {string} text
 * @param {string} particle its form after a consonant
 */
export function chooseParticle(text, particle) {
  const final = findFinalConsonant(text);
  if (particle.startsWith("으로")) {
    return final && final !== "ㄹ" ? particle : particle.slice(1);
  }
  if (final) return particle;
  const contraction = CONTRACTIONS[particle.slice(0, 2)];
  if (contraction) return contraction + particle.slice(2);
  return AFTER_VOWEL[particle] ?? particle.slice(1);
}

/**
 * The consonant that ends a text when it is read aloud in Korean; "" after a vowel.
 *
 * @param {string} text
 */
function findFinalConsonant(text) {
  const spoken = text.replace(REMARK, "").replace(UNSPOKEN, "").toLowerCase();
  const last = spoken.at(-1) ?? "";
  if (last >= "가" && last <= "힣") {
    const final = (last.charCodeAt(0) - "가".charCodeAt(0)) % 28;
    return final === 0 ? "" : final === 8 ? "ㄹ" : "ㅇ";
  }
  if (last in DIGITS) return DIGITS[last];
  const word = /[a-z]*$/.exec(spoken)?.[0] ?? "";
  if (word.length === 1) return LETTERS[word] ?? "";
  const ending = ENGLISH_FINAL.exec(word)?.[1];
  return ending ? (LETTERS[ending] ?? "ㅇ") : "";
}
