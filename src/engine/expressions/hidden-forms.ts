/** The upper and lower case of a text made one, character by character, so that positions in it stay the same. */
export function foldCase(text: string): string {
  const folded = text.toLowerCase();
  return folded.length === text.length ? folded : Array.from(text, foldCharacter).join('');
}

function foldCharacter(character: string): string {
  const folded = character.toLowerCase();
  return folded.length === character.length ? folded : character;
}

/** Replaces every occurrence of a folded form in a text, whatever its case. */
export function replaceFolded(text: string, form: string, replacement: () => string): string {
  const folded = foldCase(text);
  let replaced = '';
  let from = 0;
  for (let at = folded.indexOf(form); at >= 0; at = folded.indexOf(form, from)) {
    replaced += text.slice(from, at) + replacement();
    from = at + form.length;
  }
  return replaced + text.slice(from);
}

/**
 * The forms in which a text is looked for, folded: as it is, URL-encoded, JSON-escaped, reversed, and in base64, also
 * inside the base64 of a longer text.
 */
export function formsOf(text: string): Set<string> {
  const plain = [text, encodeURIComponent(text.toWellFormed()), JSON.stringify(text).slice(1, -1), reverse(text)];
  return new Set([...plain, ...base64Forms(text)].map(foldCase));
}

function reverse(text: string): string {
  return Array.from(text).reverse().join('');
}

function base64Forms(text: string): string[] {
  if (text.length < 8) return [Buffer.from(text).toString('base64')];
  // Base64 encodes 3 bytes at a time, so a text has a different form at each of three offsets. Its ends mix with the
  // text around it and are omitted.
  return [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]);
    const end = bytes.length - (bytes.length % 3);
    const core = bytes
      .subarray(0, end)
      .toString('base64')
      .slice(before === 0 ? 0 : 4);
    return [core, core.replaceAll('+', '-').replaceAll('/', '_')];
  });
}
