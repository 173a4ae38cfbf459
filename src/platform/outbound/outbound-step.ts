import { acceptedEncodings } from './decode-body.js';
import { OutboundError } from './outbound-error.js';
import type { OutboundRequest } from './outbound-request.js';

/** One request on the wire; a redirect makes the next one of it. */
export interface OutboundStep {
  url: URL;
  method: string;
  /** Lower-case names. */
  headers: Record<string, string>;
  body: string | Uint8Array | undefined;
}

// What belongs to the connection, and `host`, which would pick another site on a permitted machine.
const connectionHeaders = new Set(
  'connection content-length expect host keep-alive proxy-authorization proxy-connection te trailer transfer-encoding upgrade'.split(
    ' ',
  ),
);
const bodyHeaders = ['content-type', 'content-encoding', 'content-language', 'content-location'];
const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/** @throws OutboundError `OUTBOUND_BLOCKED` for what is no plain http or https address. */
export function firstStep(url: string, request: OutboundRequest): OutboundStep {
  const method = request.method.toUpperCase();
  if (method === 'CONNECT' || method === 'TRACE') throw blocked(`The method ${method} is not available.`);
  const target = parseTarget(url);
  if (target.username !== '' || target.password !== '') {
    throw blocked(`The URL to ${target.host} holds a user name or password. Send them in a header instead.`);
  }
  return { url: target, method, headers: ownHeaders(request.headers), body: request.body };
}

/** Where a redirect leads, by the rules of fetch; null where the answer is none. */
export function redirectStep(
  step: OutboundStep,
  status: number,
  location: string | undefined,
  secret: readonly string[],
): OutboundStep | null {
  if (location === undefined || !redirectStatuses.has(status)) return null;
  const url = parseTarget(location, step.url);
  url.username = '';
  url.password = '';
  const headers = { ...step.headers };
  if (url.origin !== step.url.origin) {
    for (const name of ['authorization', 'cookie', ...secret]) delete headers[name.toLowerCase()];
  }
  const switchesToGet =
    status === 303 ? step.method !== 'GET' && step.method !== 'HEAD' : status <= 302 && step.method === 'POST';
  if (!switchesToGet) return { ...step, url, headers };
  for (const name of bodyHeaders) delete headers[name];
  return { url, method: 'GET', headers, body: undefined };
}

function parseTarget(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href);
  if (!url) throw blocked(`${base ? `The redirect of ${base.host}` : 'The URL'} is not one that can be read.`);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw blocked(
      `${base ? `${base.host} redirects to` : 'The URL is'} ${url.protocol}, only http and https are open.`,
    );
  }
  url.hash = '';
  return url;
}

function ownHeaders(given: Record<string, string> = {}): Record<string, string> {
  const headers: Record<string, string> = {
    'accept-encoding': acceptedEncodings,
    'user-agent': 'workspace-automation',
  };
  for (const name of Object.keys(given)) {
    const lower = name.toLowerCase();
    if (!connectionHeaders.has(lower)) headers[lower] = given[name] as string;
  }
  return headers;
}

function blocked(message: string): OutboundError {
  return new OutboundError('OUTBOUND_BLOCKED', message, false);
}
