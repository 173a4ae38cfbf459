import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FetchedPage } from './fetch-page.js';
import { SiteError } from './site-error.js';
import type { PageMetadata } from './site-metadata.js';

/** Reads pages one after the other in a thread of its own, which has limits of time and memory. */
export interface PageReader {
  /** @throws SiteError SITE_TOO_COMPLEX; the reader is of no use after that */
  read(page: FetchedPage): Promise<PageMetadata>;
  close(): Promise<void>;
}

export interface PageReaderOptions {
  /** Milliseconds that one page may take. */
  timeoutMs?: number;
  /** Node's options for the thread, where its code needs a loader. */
  execArgv?: readonly string[] | undefined;
}

const heapMb = 256;
/** Milliseconds in which the thread must have loaded its code. */
const startMs = 20_000;

export function openPageReader({ timeoutMs = 10_000, execArgv }: PageReaderOptions = {}): PageReader {
  const worker = new Worker(new URL(`./page-worker${extname(import.meta.url)}`, import.meta.url), {
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: heapMb, stackSizeMb: 4 },
    ...(execArgv && { execArgv: [...execArgv] }),
  });
  // Whoever waits is told; nobody else needs to know.
  worker.on('error', () => undefined);
  const ended = new AbortController();
  worker.once('exit', () => ended.abort(new Error('The thread ended.')));
  const nextMessage = async (withinMs: number) => {
    const [message] = await once(worker, 'message', {
      signal: AbortSignal.any([AbortSignal.timeout(withinMs), ended.signal]),
    });
    return message;
  };
  const ready = nextMessage(startMs);
  // Told to whoever reads.
  ready.catch(() => undefined);
  return {
    async read(page) {
      await ready;
      try {
        worker.postMessage(page);
        return (await nextMessage(timeoutMs)) as PageMetadata;
      } catch (error) {
        await worker.terminate();
        throw tooComplex(page.url, error);
      }
    },
    async close() {
      await worker.terminate();
    },
  };
}

function tooComplex(url: string, cause: unknown): SiteError {
  const message = `The page of ${new URL(url).host} is too large or too deeply nested to be read. Give the address of a simpler page.`;
  return new SiteError('SITE_TOO_COMPLEX', message, cause);
}
