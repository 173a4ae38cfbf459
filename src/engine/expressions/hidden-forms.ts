/** The upper and lower case of a text made one, character by character, so that positions in it stay the same. */
export function foldCase(text: string): string {
  const folded = text.toLowerCase();
  return folded.length === text.length ? folded : Array.from(text, foldCharacter).join('');
}

function foldCharacter(character: string): string {
  const folded = character.toLowerCase();
  return folded.length === character.length ? folded : character;
}

/** One form of a text, folded. */
export interface HiddenForm {
  form: string;
  /** How many characters of base64 before and after it may hold a part of the text as well. */
  margin: { before: number; after: number };
}

const noMargin = { before: 0, after: 0 };
const ofBase64 = /[A-Za-z0-9+/_=-]/;

/** Replaces every occurrence of a form in a text, whatever its case. */
export function replaceFolded(text: string, { form, margin }: HiddenForm, replacement: () => string): string {
  const folded = foldCase(text);
  let replaced = '';
  let from = 0;
  for (let at = folded.indexOf(form); at >= 0; at = folded.indexOf(form, from)) {
    let [start, end] = [at, at + form.length];
    while (start > Math.max(from, at - margin.before) && ofBase64.test(text.charAt(start - 1))) start -= 1;
    while (end < at + form.length + margin.after && ofBase64.test(text.charAt(end))) end += 1;
    replaced += text.slice(from, start) + replacement();
    from = end;
  }
  return replaced + text.slice(from);
}

/**
 * The forms in which a text is looked for: as it is, URL-encoded in a path and in a form, JSON-escaped, reversed, and in
 * base64, also inside the base64 of a longer text.
 */
export function formsOf(text: string): HiddenForm[] {
  const wellFormed = text.toWellFormed();
  const inForm = new URLSearchParams([['', wellFormed]]).toString().slice(1);
  const escaped = JSON.stringify(text).slice(1, -1);
  const plain = [text, encodeURIComponent(wellFormed), inForm, escaped, reverse(text)];
  return [...plain.map((form) => ({ form: foldCase(form), margin: noMargin })), ...base64Forms(text)];
}

function reverse(text: string): string {
  return Array.from(text).reverse().join('');
}

function base64Forms(text: string): HiddenForm[] {
  if (text.length < 8) return [{ form: foldCase(Buffer.from(text).toString('base64')), margin: noMargin }];
  // Base64 encodes 3 bytes at a time, so a text has a different form at each of three offsets. At its ends it shares
  // characters with the text around it.
  return [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]);
    const end = bytes.length - (bytes.length % 3);
    const core = bytes
      .subarray(0, end)
      .toString('base64')
      .slice(before === 0 ? 0 : 4);
    const margin = { before: before === 0 ? 0 : 4, after: 4 };
    return [core, core.replaceAll('+', '-').replaceAll('/', '_')].map((form) => ({ form: foldCase(form), margin }));
  });
}
