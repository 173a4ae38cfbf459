import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { errorOfNetwork, errorOfResponse, StorageError } from './storage-error.js';

/** The settings with the names that tools for S3 have. */
export interface StorageSettings {
  endpoint?: string | undefined;
  region: string;
  accessKeyId?: string | undefined;
  secretAccessKey?: string | undefined;
  sessionToken?: string | undefined;
  /** Milliseconds before the second attempt of a request; each further pause is twice as long. Defaults to 200. */
  firstPauseMs?: number | undefined;
}

export interface StorageRequest {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: Buffer;
}

/** One object of a bucket, whether it exists or not. */
export interface StoredObject {
  /** `s3://bucket/key`, for messages. */
  url: string;
  /** Sends a signed request, several times while the storage fails. @throws StorageError unless the status is 2xx */
  send(request: StorageRequest): Promise<Response>;
}

/** Attempts of one request, and milliseconds until the headers of an answer must be there. */
const triesAtMost = 5;
const answerMs = 300_000;

export function isStorageUrl(text: string): boolean {
  return text.startsWith('s3://');
}

/**
 * Opens an object of a storage that implements the API of S3, addressed by path.
 * @param url `s3://bucket/key`
 * @throws StorageError if the URL has no bucket or no key, or credentials are missing
 */
export function openStorage(url: string, settings: StorageSettings): StoredObject {
  const { region, accessKeyId, secretAccessKey, sessionToken, firstPauseMs = 200 } = settings;
  const { bucket, key } = parseUrl(url);
  if (!accessKeyId || !secretAccessKey) {
    throw new StorageError(
      `${url} cannot be accessed. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`,
      'CREDENTIALS',
    );
  }
  const endpoint = settings.endpoint ?? `https://s3.${region}.amazonaws.com`;
  const path = [bucket, ...key.split('/')].map(encode).join('/');
  const attempt = async ({ method, query = {}, headers = {}, body }: StorageRequest) => {
    const address = new URL(`${endpoint}/${path}`);
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
    const hash = createHash('sha256').update(body ?? '');
    const signed = await new AwsV4Signer({
      method,
      url: address.href,
      service: 's3',
      region,
      accessKeyId,
      secretAccessKey,
      ...(sessionToken && { sessionToken }),
      headers: { ...headers, 'x-amz-content-sha256': hash.digest('hex') },
    }).sign();
    return fetch(signed.url, {
      method,
      headers: signed.headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(answerMs),
      ...(body && { body: new Uint8Array(body.buffer as ArrayBuffer, body.byteOffset, body.length) }),
    });
  };
  return { url, send: (request) => sendAgain(url, () => attempt(request), firstPauseMs) };
}

function parseUrl(url: string): { bucket: string; key: string } {
  const [, bucket, key] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/(.+)$/s.exec(url) ?? [];
  if (bucket && key && Buffer.byteLength(key) <= 1_024) return { bucket, key };
  throw new StorageError(`${url} must be s3://bucket/key, for example s3://backups/nightly.backup.`, 'URL');
}

function encode(segment: string): string {
  return encodeURIComponent(segment).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
}

async function sendAgain(url: string, attempt: () => Promise<Response>, firstPauseMs: number): Promise<Response> {
  for (let tries = 1; ; tries++) {
    let error: StorageError;
    try {
      const response = await attempt();
      if (response.ok) return response;
      error = errorOfResponse(url, response.status, await response.text());
      if (response.status < 500 && response.status !== 429) throw error;
    } catch (thrown) {
      if (thrown instanceof StorageError) throw thrown;
      error = errorOfNetwork(url, thrown);
    }
    if (tries >= triesAtMost) throw error;
    await delay(firstPauseMs * 2 ** (tries - 1));
  }
}
