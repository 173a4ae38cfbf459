import type { OwnResponse } from './envelope.js';

interface Page {
  status: number;
  html: string;
  policy: string;
  location?: string | null | undefined;
}

/** The response with a page; null for an answer without one. */
export function responseOf(page: Page | null | undefined): OwnResponse | null {
  if (!page) return null;
  const { status, html, policy, location } = page;
  const headers = { 'content-type': 'text/html; charset=utf-8', ...(location && { location }) };
  return { status, headers, body: html, policy };
}
