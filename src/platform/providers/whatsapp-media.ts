import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { BodyTaker } from '../outbound/index.js';
import { askProvider, type Reach, refused, unreached } from './ask-provider.js';
import type { WhatsappSettings } from './provider-settings.js';
import { failureOfWhatsapp, type WhatsappAnswer } from './whatsapp-failure.js';

/** Milliseconds for the bytes of a file, in or out. */
const bytesMs = 300_000;
const mebibyte = 1024 * 1024;
/** Bytes of a file that arrives compressed, which is not streamed. */
const inMemoryBytes = 10 * mebibyte;

/** The kinds of files that WhatsApp shows, with the types and the bytes that it accepts; all others are documents. */
const kinds = {
  image: { types: ['image/jpeg', 'image/png'], bytesAtMost: 5 * mebibyte },
  audio: { types: ['audio/aac', 'audio/amr', 'audio/mp4', 'audio/mpeg', 'audio/ogg'], bytesAtMost: 16 * mebibyte },
  video: { types: ['video/3gpp', 'video/mp4'], bytesAtMost: 16 * mebibyte },
} as const;
type ShownKind = keyof typeof kinds;
export type WhatsappMediaKind = ShownKind | 'document';

/** Bytes of a document, which is the largest file that WhatsApp has. */
export const whatsappFileBytes = 100 * mebibyte;

/** A file that is sent by WhatsApp, whose bytes are read while it is sent. */
export interface WhatsappFile {
  name: string;
  mimeType: string;
  size: number;
  open(): Readable;
}

/** How WhatsApp shows a file. What it does not show, or only smaller, or without the text, is sent as a document. */
export function kindOfFile(
  { mimeType, size }: Pick<WhatsappFile, 'mimeType' | 'size'>,
  hasText: boolean,
): WhatsappMediaKind {
  const shown = (Object.keys(kinds) as ShownKind[]).find((kind) =>
    (kinds[kind].types as readonly string[]).includes(mimeType),
  );
  if (!shown || size > kinds[shown].bytesAtMost) return 'document';
  return shown === 'audio' && hasText ? 'document' : shown;
}

/** Uploads a file to WhatsApp. @returns the ID by which a message names it @throws ProviderError */
export async function uploadWhatsappFile(
  reach: Reach,
  { baseUrl, phoneNumberId, accessToken }: WhatsappSettings,
  file: WhatsappFile,
  signal: AbortSignal,
): Promise<string> {
  const boundary = `form-${randomUUID()}`;
  const { status, body } = await askProvider(
    reach,
    'WhatsApp',
    `${baseUrl}/${encodeURIComponent(phoneNumberId)}/media`,
    {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: formOf(file, boundary),
      timeoutMs: bytesMs,
      signal,
    },
  );
  const { id, error } = (body ?? {}) as WhatsappAnswer & { id?: unknown };
  if (status >= 200 && status < 300 && typeof id === 'string') return id;
  throw failureOfWhatsapp(status, error);
}

/** The form of an upload (RFC 7578). */
function formOf({ name, mimeType, size, open }: WhatsappFile, boundary: string) {
  const filename = name.replace(/[\r\n]+/g, ' ').replaceAll('"', '%22');
  const field = (disposition: string, more = '') =>
    `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n${more}\r\n`;
  const head = Buffer.from(
    `${field('name="messaging_product"')}whatsapp\r\n${field('name="type"')}${mimeType}\r\n` +
      field(`name="file"; filename="${filename}"`, `Content-Type: ${mimeType}\r\n`),
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  async function* read(): AsyncGenerator<Buffer> {
    yield head;
    yield* open() as AsyncIterable<Buffer>;
    yield tail;
  }
  return { size: head.length + size + tail.length, open: () => Readable.from(read(), { objectMode: false }) };
}

/**
 * Fetches a file that a message came with. Its address is an answer of WhatsApp: one of another origin than the API is
 * fetched through the outbound guard, whatever the address of the API.
 * @param guard checked network access
 * @returns what the taker made of the bytes
 * @throws ProviderError; what the taker throws
 */
export async function fetchWhatsappFile(
  { reach, guard }: { reach: Reach; guard: Reach },
  { baseUrl, accessToken }: WhatsappSettings,
  mediaId: string,
  taker: BodyTaker,
  signal: AbortSignal,
): Promise<unknown> {
  const headers = { authorization: `Bearer ${accessToken}` };
  const asked = await askProvider(reach, 'WhatsApp', `${baseUrl}/${encodeURIComponent(mediaId)}`, {
    method: 'GET',
    headers,
    signal,
  });
  const { url, error } = (asked.body ?? {}) as WhatsappAnswer & { url?: unknown };
  if (asked.status !== 200 || typeof url !== 'string') throw failureOfWhatsapp(asked.status, error);
  const by = URL.parse(url)?.origin === URL.parse(baseUrl)?.origin ? reach : guard;
  const request = { method: 'GET', headers, timeoutMs: bytesMs, signal, maxBytes: inMemoryBytes };
  const answer = await by
    .fetch(url, { ...request, receive: ({ status }) => (status === 200 ? taker : null) })
    .catch((failure: unknown) => {
      throw unreached('WhatsApp', failure);
    });
  if (answer.status !== 200) throw refused('WhatsApp', answer.status, 'the file is not there');
  return answer.received ?? taker.take(Readable.from([answer.body], { objectMode: false }));
}
