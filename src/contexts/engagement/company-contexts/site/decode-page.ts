const declaredAmong = 2_048;

/**
 * Decodes a page's bytes. The declared charset is often wrong, so bytes that are valid UTF-8 are decoded as UTF-8, and
 * others never are.
 * @param contentType the Content-Type header
 */
export function decodePage(body: Uint8Array, contentType: string): string {
  const declared = [charsetIn(contentType), declaredInPage(body)].filter((label) => label !== null);
  // Charsets of seven bits with escapes: their bytes are valid UTF-8 too.
  const escaped = declared.find((label) => /^(csiso2022jp|iso-2022-|hz-gb|utf-?16)/i.test(label));
  if (escaped) return decode(body, escaped) ?? decodeLoosely(body);
  const label = markOf(body) ?? 'utf-8';
  const exact = decode(body, label, true);
  if (exact !== null) return exact;
  const others = declared.filter((one) => !/^utf-?8$/i.test(one));
  for (const other of others) {
    const text = decode(body, other);
    if (text !== null) return text;
  }
  return decodeLoosely(body);
}

/** The charset of the byte order mark. */
function markOf([first, second]: Uint8Array): string | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return null;
}

function charsetIn(text: string): string | null {
  return /charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(text)?.[1] ?? null;
}

function declaredInPage(body: Uint8Array): string | null {
  return charsetIn(new TextDecoder('latin1').decode(body.subarray(0, declaredAmong)));
}

/** Null for an unknown charset or, with `fatal`, for bytes that are not valid in it. */
function decode(body: Uint8Array, label: string, fatal = false): string | null {
  try {
    return new TextDecoder(label, { fatal }).decode(body);
  } catch {
    return null;
  }
}

/** Windows-1252, the charset of old pages that declare none. */
function decodeLoosely(body: Uint8Array): string {
  // A page of UTF-8 with few broken characters is still UTF-8.
  const utf8 = new TextDecoder('utf-8').decode(body);
  const broken = utf8.split('�').length - 1;
  return broken * 200 < utf8.length && /[\u0080-\ufffc]/.test(utf8)
    ? utf8
    : new TextDecoder('windows-1252').decode(body);
}
