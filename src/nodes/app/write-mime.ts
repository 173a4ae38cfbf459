/** The parts of an email; those that are missing are left out. */
export interface MimeParts {
  to?: unknown;
  cc?: unknown;
  bcc?: unknown;
  replyTo?: unknown;
  subject?: unknown;
  text?: unknown;
  html?: unknown;
  inReplyTo?: unknown;
}

/** UTF-8 in base64. */
export const encodeBase64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');

/**
 * An email (RFC 5322) in base64url. Text outside ASCII is encoded (RFC 2047); no value can add a header, because line breaks
 * become spaces.
 */
export function writeMime(parts: MimeParts): string {
  const { to, cc, bcc, replyTo, subject, text, html, inReplyTo } = parts;
  const named: [string, unknown][] = [
    ['To', to],
    ['Cc', cc],
    ['Bcc', bcc],
    ['Reply-To', replyTo],
    ['In-Reply-To', inReplyTo],
    ['References', inReplyTo],
    ['Subject', subject],
  ];
  const headers = named.flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${name === 'Subject' ? encodedWords(oneLine(value)) : oneLine(value)}`],
  );
  const type = html === undefined ? 'text/plain' : 'text/html';
  const mail = [
    ...headers,
    'MIME-Version: 1.0',
    `Content-Type: ${type}; charset=utf-8`,
    'Content-Transfer-Encoding: base64',
    '',
    (encodeBase64(String(html ?? text ?? '')).match(/.{1,76}/g) ?? []).join('\r\n'),
    '',
  ].join('\r\n');
  return Buffer.from(mail, 'utf8').toString('base64url');
}

function oneLine(value: unknown): string {
  const text = Array.isArray(value) ? value.join(', ') : String(value);
  return text.replaceAll(/[\r\n]+/g, ' ').trim();
}

/** Words of at most 75 characters, of whole characters (RFC 2047, section 2). */
function encodedWords(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  const words: string[] = [];
  let word = '';
  for (const character of text) {
    if (Buffer.byteLength(word + character) > 45) {
      words.push(word);
      word = '';
    }
    word += character;
  }
  return [...words, word].map((one) => `=?UTF-8?B?${encodeBase64(one)}?=`).join('\r\n ');
}
