import type { OutboundResponse } from '../../platform/outbound/index.js';

/** The name of a file that an answer is: that in its `Content-Disposition` (RFC 6266), else the end of its URL. */
export function nameOfAnswer({ headers, url }: Pick<OutboundResponse, 'headers' | 'url'>): string {
  const disposition = headers['content-disposition'] ?? '';
  const full = /filename\*\s*=\s*utf-8''([^;\s]+)/i.exec(disposition)?.[1];
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition);
  const named = decoded(full) ?? plain?.[1]?.replaceAll(/\\(.)/g, '$1') ?? plain?.[2];
  return named || decoded(new URL(url).pathname.split('/').findLast((part) => part !== '')) || 'file';
}

function decoded(text: string | undefined): string | undefined {
  try {
    return text && decodeURIComponent(text);
  } catch {
    return text;
  }
}
