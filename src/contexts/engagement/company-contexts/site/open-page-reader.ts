import { extname } from 'node:path';
import { openThread } from '../../../../platform/slots/thread.js';
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

export function openPageReader({ timeoutMs = 10_000, execArgv }: PageReaderOptions = {}): PageReader {
  const script = new URL(`./page-worker${extname(import.meta.url)}`, import.meta.url);
  const thread = openThread(script, { heapMb, stackMb: 4, execArgv });
  return {
    async read(page) {
      try {
        return (await thread.ask(page, timeoutMs)) as PageMetadata;
      } catch (error) {
        throw tooComplex(page.url, error);
      }
    },
    close: () => thread.close(),
  };
}

function tooComplex(url: string, cause: unknown): SiteError {
  const message = `The page of ${new URL(url).host} is too large or too deeply nested to be read. Use the URL of a simpler page.`;
  return new SiteError('SITE_TOO_COMPLEX', message, cause);
}
