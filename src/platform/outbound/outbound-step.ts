import { acceptedEncodings } from './decode-body.js';
import { OutboundError } from './outbound-error.js';
import type { Confinement, OutboundRequest } from './outbound-request.js';

/** One request; a redirect creates the next one from it. */
export interface OutboundStep {
  url: URL;
  method: string;
  /** Lower-case names. */
  headers: Record<string, string>;
  body: OutboundRequest['body'] | undefined;
}

// Headers of the connection, and `host`, which would select another site on a permitted machine.
const connectionHeaders = new Set(
  'connection content-length expect host keep-alive proxy-authorization proxy-connection te trailer transfer-encoding upgrade'.split(
    ' ',
  ),
);
const bodyHeaders = ['content-type', 'content-encoding', 'content-language', 'content-location'];
const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/**
 * @throws OutboundError `OUTBOUND_BLOCKED` if it is not a plain HTTP or HTTPS URL, `SECRET_HOST_NOT_ALLOWED` if the host
 * must not receive the secrets in the request
 */
export function firstStep(url: string, request: OutboundRequest): OutboundStep {
  const method = request.method.toUpperCase();
  if (method === 'CONNECT' || method === 'TRACE') throw blocked(`The method ${method} is not allowed.`);
  const target = parseTarget(url);
  if (target.username !== '' || target.password !== '') {
    throw blocked(`The URL to ${target.host} must not contain a user name or password. Send them in a header instead.`);
  }
  const violation = request.confinement?.violation(target.hostname);
  if (violation) throw violation;
  return { url: target, method, headers: ownHeaders(request.headers), body: request.body };
}

/**
 * The request for a redirect, by the rules of fetch; null if the response is not a redirect.
 * @throws OutboundError `OUTBOUND_BLOCKED`, `SECRET_HOST_NOT_ALLOWED`
 */
export function redirectStep(
  step: OutboundStep,
  status: number,
  location: string | undefined,
  { secretHeaders = [], confinement }: Pick<OutboundRequest, 'secretHeaders' | 'confinement'>,
): OutboundStep | null {
  const next = followRedirect(step, status, location, secretHeaders);
  return next && confinement ? withoutSecrets(next, confinement) : next;
}

/** A request without the headers of its author, for a host that must not receive the secrets in them. */
function withoutSecrets(step: OutboundStep, { violation, bodyHasSecrets, hasSecret }: Confinement): OutboundStep {
  const refused = violation(step.url.hostname);
  if (!refused) return step;
  if (hasSecret(step.url.href) || (bodyHasSecrets && step.body !== undefined)) throw refused;
  const kept = Object.entries(step.headers).filter(([name]) => bodyHeaders.includes(name));
  return { ...step, headers: { ...ownHeaders(), ...Object.fromEntries(kept) } };
}

/** Whether a response says where its request belongs. */
export const isRedirect = (status: number, location: string | undefined): boolean =>
  location !== undefined && redirectStatuses.has(status);

function followRedirect(
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
  if (!url) throw blocked(`${base ? `The redirect of ${base.host}` : 'The URL'} must be a valid URL.`);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw blocked(
      `${base ? `The redirect of ${base.host}` : 'The URL'} must use \`http:\` or \`https:\`, not \`${url.protocol}\`.`,
    );
  }
  url.hash = '';
  return url;
}

/** The `User-Agent` of requests that have no other. */
export const ownUserAgent = 'workspace-automation';

function ownHeaders(given: Record<string, string> = {}): Record<string, string> {
  const headers: Record<string, string> = {
    'accept-encoding': acceptedEncodings,
    'user-agent': ownUserAgent,
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
