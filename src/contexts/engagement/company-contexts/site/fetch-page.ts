import type { Outbound } from '../../../../platform/outbound/index.js';
import { SiteError, siteError } from './site-error.js';

/** A page as it was received. */
export interface FetchedPage {
  /** The URL after redirects. */
  url: string;
  contentType: string;
  body: Uint8Array;
}

const maxBytes = 2 * 1024 * 1024;

/** Fetches a page of HTML through the outbound guard. @throws SiteError */
export async function fetchPage(
  outbound: Pick<Outbound, 'fetch'>,
  url: string,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<FetchedPage> {
  const headers = { accept: 'text/html,application/xhtml+xml;q=0.9' };
  const request = { method: 'GET', headers, timeoutMs, maxBytes, ...(signal && { signal }) };
  const answer = await outbound.fetch(url, request).catch((error: unknown) => {
    throw siteError(error);
  });
  const { host } = new URL(answer.url);
  if (answer.status < 200 || answer.status > 299) {
    const message = `${host} responded with status ${answer.status}. Check the URL, and that the page can be read without signing in.`;
    throw new SiteError('SITE_STATUS', message);
  }
  const contentType = answer.headers['content-type'] ?? '';
  if (!isHtml(contentType, answer.body)) {
    const sent = contentType.split(';')[0]?.trim() || 'no content type';
    throw new SiteError('SITE_NOT_HTML', `${host} sent ${sent}, which is not an HTML page. Use the URL of a web page.`);
  }
  return { url: answer.url, contentType, body: answer.body };
}

function isHtml(contentType: string, body: Uint8Array): boolean {
  if (/^\s*(text\/html|application\/xhtml\+xml)\b/i.test(contentType)) return true;
  // Some servers send no content type, or a generic one: the beginning of the body decides.
  if (!/^\s*(text\/plain.*|application\/octet-stream.*)?$/i.test(contentType)) return false;
  const beginning = new TextDecoder('latin1').decode(body.subarray(0, 1_000));
  return /^[\s\xef\xbb\xbf]*(<!--.*?-->\s*)*<(!doctype html|html|head|body)\b/is.test(beginning);
}
