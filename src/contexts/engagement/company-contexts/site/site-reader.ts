import { defineService } from '../../../../platform/define-service.js';
import type { Outbound } from '../../../../platform/outbound/index.js';
import { type FetchedPage, fetchPage } from './fetch-page.js';
import { mergeMetadata } from './merge-metadata.js';
import { openPageReader, type PageReader, type PageReaderOptions } from './open-page-reader.js';
import type { PageMetadata, SiteMetadata } from './site-metadata.js';

/** What a website says about its company, and the pages that were read. */
export interface SiteReading {
  /** The URL of the first page after redirects. */
  websiteUrl: string;
  pages: string[];
  metadata: SiteMetadata;
}

export interface SiteReader {
  /**
   * Reads a page and up to five more pages of its website. A further page that cannot be read is skipped.
   * @throws SiteError if the first page cannot be read
   */
  read(url: string, signal?: AbortSignal): Promise<SiteReading>;
}

export interface SiteReaderOptions extends PageReaderOptions {
  /** The guarded way out. */
  outbound: Pick<Outbound, 'fetch'>;
  /** Milliseconds within which a page must be fetched, redirects included. Defaults to 10,000. */
  fetchMs?: number;
  /** Maximum number of websites that this process reads concurrently; others wait. */
  concurrency?: number;
}

/** Reads websites through the outbound guard. */
export const siteReader = defineService('site reader', ({ outbound, threadArgv }) =>
  createSiteReader({ outbound, execArgv: threadArgv }),
);

const furtherPages = 5;
/** Milliseconds after which no further page is read. */
const siteMs = 20_000;

export function createSiteReader({
  outbound,
  fetchMs = 10_000,
  concurrency = 4,
  ...options
}: SiteReaderOptions): SiteReader {
  const fetch: Fetch = (url, signal) => fetchPage(outbound, url, fetchMs, signal);
  const withSlot = createLimiter(concurrency);
  return {
    async read(url, signal) {
      const first = await fetch(url, signal);
      return withSlot(async () => {
        const reader = openPageReader(options);
        try {
          return await readSite(fetch, reader, first, signal);
        } finally {
          await reader.close();
        }
      });
    },
  };
}

type Fetch = (url: string, signal: AbortSignal | undefined) => Promise<FetchedPage>;

async function readSite(
  fetch: Fetch,
  reader: PageReader,
  first: FetchedPage,
  signal: AbortSignal | undefined,
): Promise<SiteReading> {
  const end = performance.now() + siteMs;
  const home = await reader.read(first);
  const read: { url: string; metadata: PageMetadata }[] = [{ url: first.url, metadata: home }];
  const further = await Promise.allSettled(home.links.slice(0, furtherPages).map((link) => fetch(link, signal)));
  signal?.throwIfAborted();
  for (const fetched of further) {
    if (fetched.status === 'rejected' || performance.now() > end) continue;
    const page = fetched.value;
    if (!isOfSite(page.url, first.url) || read.some(({ url }) => url === page.url)) continue;
    const metadata = await reader.read(page).catch(() => null);
    // A page that is too complex has ended the reader.
    if (!metadata) break;
    read.push({ url: page.url, metadata });
  }
  return {
    websiteUrl: first.url,
    pages: read.map(({ url }) => url),
    metadata: mergeMetadata(read.map(({ metadata }) => metadata)),
  };
}

/** A redirect may lead to another website. */
function isOfSite(url: string, first: string): boolean {
  const host = (text: string) => new URL(text).host.replace(/^www\./, '');
  return host(url) === host(first);
}

/** Runs at most `most` tasks concurrently; the others wait in order of arrival. */
function createLimiter(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let active = 0;
  return async (work) => {
    if (active === most) await new Promise<void>((resolve) => waiting.push(resolve));
    else active++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else active--;
    }
  };
}
