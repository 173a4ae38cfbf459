import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FetchedPage } from './fetch-page.js';
import { SiteError } from './site-error.js';
import type { PageMetadata } from './site-metadata.js';

/** Reads pages one after another in a thread of its own, with limits of time and memory. */
export interface PageReader {
  /** @throws SiteError SITE_TOO_COMPLEX; the reader cannot be used after that */
  read(page: FetchedPage): Promise<PageMetadata>;
  close(): Promise<void>;
}

export interface PageReaderOptions {
  /** Milliseconds within which a page must be read. Defaults to 10,000. */
  timeoutMs?: number;
  /** Options of Node for the thread, if its code needs a loader. */
  execArgv?: readonly string[] | undefined;
}

const heapMb = 256;
/** Milliseconds within which the thread must have loaded its code. */
const startMs = 20_000;

export function openPageReader({ timeoutMs = 10_000, execArgv }: PageReaderOptions = {}): PageReader {
  const worker = new Worker(new URL(`./page-worker${extname(import.meta.url)}`, import.meta.url), {
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: heapMb, stackSizeMb: 4 },
    ...(execArgv && { execArgv: [...execArgv] }),
  });
  // `read` reports errors of the thread; without a listener they would end the process.
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
  // `read` awaits it and reports its error.
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
  const message = `The page of ${new URL(url).host} is too large or too deeply nested to be read. Use the URL of a simpler page.`;
  return new SiteError('SITE_TOO_COMPLEX', message, cause);
}
