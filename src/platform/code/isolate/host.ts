/**
 * The one function that isolates get. It takes and returns texts alone: an operation and its arguments as JSON, and bytes as a
 * text with a character for each. It throws nothing: an error is a text that begins with `!`, a result one with `=`.
 */
export type Host = (operation: string, args: string, bytes: string) => string;

const { fromCharCode } = String;
const chunk = 8_192;

/** Bytes as a text with a character for each. */
export function textOfBytes(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += chunk) text += fromCharCode(...bytes.subarray(at, at + chunk));
  return text;
}

/** @param text a character for each byte */
export function fillBytes<T extends Uint8Array>(bytes: T, text: string): T {
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes;
}

export function bytesOfText(text: string): Uint8Array<ArrayBuffer> {
  return fillBytes(new Uint8Array(text.length), text);
}

/** The bytes of a buffer or a view; of a text its UTF-8. */
export function bytesOf(data: unknown): Uint8Array {
  if (typeof data === 'string') return utf8(data);
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  throw new TypeError('The data must be a text, an ArrayBuffer or a view of one.');
}

export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return bytesOfText(unescape(encodeURIComponent(text.toWellFormed())));
}

/** Calls the host. @throws Error with its reason */
export function callHost(host: Host, operation: string, args: unknown = null, bytes = ''): string {
  const answer = host(operation, JSON.stringify(args), bytes);
  if (answer[0] === '=') return answer.slice(1);
  throw new TypeError(answer.slice(1));
}
