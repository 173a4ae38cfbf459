import { Readable } from 'node:stream';
import type { StoredObject } from './object-storage.js';
import { errorOfNetwork } from './storage-error.js';

/** Connections that may break while an object is read. */
const breaksAtMost = 20;
/** Milliseconds without data after which a connection counts as broken. */
const silenceMs = 60_000;

/** Bytes from `start`, before `end`. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Reads one object, several times if need be: it is always the same version of it, also after a connection broke.
 * @param range a part of it. Defaults to all
 * @returns opens a stream of its bytes, which fails with a StorageError
 */
export function readObject(object: StoredObject, range?: ByteRange): () => Readable {
  let tag: string | undefined;
  const begin = range?.start ?? 0;
  async function* read() {
    let at = begin;
    let end = range?.end ?? Number.POSITIVE_INFINITY;
    for (let breaks = 0; at < end; breaks++) {
      if (breaks > breaksAtMost) throw errorOfNetwork(object.url, new Error('connections break again and again'));
      const isPart = range !== undefined || at > 0;
      const wanted = `bytes=${at}-${range ? range.end - 1 : ''}`;
      const response = await object.send({
        method: 'GET',
        headers: { ...(isPart && { range: wanted }), ...(tag !== undefined && { 'if-match': tag }) },
      });
      tag ??= response.headers.get('etag') ?? undefined;
      if (isPart && response.status !== 206) throw errorOfNetwork(object.url, new Error('it cannot be continued'));
      end = at + Number(response.headers.get('content-length'));
      try {
        for await (const chunk of withoutSilence(response)) {
          at += chunk.length;
          yield Buffer.from(chunk);
        }
      } catch {
        // It continues behind what was read.
      }
    }
  }
  return () => Readable.from(read(), { objectMode: false });
}

async function* withoutSilence(response: Response): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader();
  if (!reader) return;
  let timer: NodeJS.Timeout | undefined;
  const silence = () => {
    timer = setTimeout(
      () => void reader.cancel(new Error('no data in time')).catch(() => undefined),
      silenceMs,
    ).unref();
  };
  try {
    for (;;) {
      silence();
      const { done, value } = await reader.read();
      clearTimeout(timer);
      if (done) return;
      yield value;
    }
  } finally {
    clearTimeout(timer);
    await reader.cancel().catch(() => undefined);
  }
}
