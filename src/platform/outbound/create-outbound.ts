import type { Socket } from 'node:net';
import type { Agent } from 'undici';
import { AppError } from '../errors/errors.js';
import { ByteBudget, type ByteShare, unreservedBytes } from '../slots/byte-budget.js';
import { inSpan, traceHeaders } from '../tracing/tracing.js';
import { createAddressPolicy } from './address-policy.js';
import type { Resolve } from './checked-connector.js';
import { createDeadline, type Deadline, unlessAborted } from './deadline.js';
import { decodeBody } from './decode-body.js';
import { type BodyLimits, exchange, type RawResponse } from './exchange.js';
import { describeFailure, OutboundError } from './outbound-error.js';
import type { Confinement, CookieStore, OutboundRequest, OutboundResponse } from './outbound-request.js';
import { firstStep, type OutboundStep, redirectStep } from './outbound-step.js';

export interface Outbound {
  /**
   * One HTTP request, with redirects followed. Responses of any status are returned.
   * @throws OutboundError, or the signal's reason if it was aborted
   */
  fetch(url: string, request: OutboundRequest): Promise<OutboundResponse>;
  /** A plain connection, for a protocol other than HTTP. @throws OutboundError */
  connect(to: { host: string; port: number }): Promise<Socket>;
  /** Waits for requests in progress (each has its timeout) and closes the connections. */
  close(): Promise<void>;
}

export interface OutboundOptions {
  /** Host names, IP addresses and CIDR ranges that are allowed although they are private. */
  allow: readonly string[];
  /** Resolves host names. Defaults to the system's resolver. */
  resolve?: Resolve;
  /** Maximum number of redirects. Defaults to 5. */
  maxRedirects?: number;
  /** The memory for responses. Defaults to no limit. */
  memory?: ByteBudget;
}

const defaultTimeoutMs = 30_000;
const defaultMaxBytes = 10 * 1024 * 1024;
const defaultMaxRedirects = 5;
/**
 * More than the executions that may wait for responses at once: calls of one workspace must not wait for those of
 * another to the same host.
 */
const connectionsPerOrigin = 1_024;

/**
 * The only access of flows, site analysis and the like to the network: public HTTP and HTTPS addresses only, checked at
 * each connection and after each redirect, with limits on time and size. Connections are kept and shared.
 * @throws Error if an entry of `allow` is not valid
 */
export function createOutbound({
  allow,
  resolve,
  maxRedirects = defaultMaxRedirects,
  memory = new ByteBudget(Number.MAX_SAFE_INTEGER),
}: OutboundOptions): Outbound {
  const policy = createAddressPolicy(allow);
  let agent: Promise<Agent> | undefined;
  /** Loaded with the first request. */
  const loadAgent = async (): Promise<Agent> => {
    const { createGuardedAgent } = await import('./guarded-agent.js');
    return createGuardedAgent(policy, resolve, connectionsPerOrigin);
  };
  return {
    fetch: async (url, request) => {
      agent ??= loadAgent();
      const loaded = await agent;
      if (request.share) return fetchGuarded(loaded, maxRedirects, url, request, request.share);
      const share = memory.share(URL.parse(url)?.host ?? '');
      return fetchGuarded(loaded, maxRedirects, url, request, share).finally(() => share.release());
    },
    connect: async (to) => (await import('./checked-connector.js')).connectChecked(policy, to, resolve),
    close: async () => (await agent)?.close(),
  };
}

/** The span names the host only: a path can contain a secret. */
function fetchGuarded(
  agent: Agent,
  maxRedirects: number,
  url: string,
  request: OutboundRequest,
  share: ByteShare,
): Promise<OutboundResponse> {
  const host = URL.parse(url)?.hostname;
  const attributes = { 'http.request.method': request.method.toUpperCase(), 'server.address': host };
  return inSpan(request.method.toUpperCase(), { kind: 'client', attributes }, async (span) => {
    const response = await exchangeAll(agent, maxRedirects, url, request, share);
    span?.set({ 'http.response.status_code': response.status });
    if (response.status >= 400) span?.fail(String(response.status));
    return response;
  });
}

async function exchangeAll(
  agent: Agent,
  maxRedirects: number,
  url: string,
  request: OutboundRequest,
  share: ByteShare,
): Promise<OutboundResponse> {
  const first = firstStep(url, request);
  // A header of the flow's author holds.
  first.headers = { ...traceHeaders(), ...first.headers };
  const deadline = createDeadline(first.url.host, request.timeoutMs ?? defaultTimeoutMs, request.signal);
  let step = first;
  let isAnswered = false;
  try {
    const { maxBytes = defaultMaxBytes, partialBody = 'fail' } = request;
    const limits: BodyLimits = { maxBytes, partialBody, receive: request.receive };
    for (let followed = 0; ; followed += 1) {
      const answer = await exchange(agent, withCookies(step, request.cookies), limits, share, deadline);
      isAnswered = true;
      if (answer.setCookies.length > 0) await request.cookies?.keep(step.url, answer.setCookies);
      const follows = request.redirects !== 'return';
      const next = follows ? redirectStep(step, answer.status, answer.headers.location, request) : null;
      if (!next) return await toResponse(step, answer, limits, share, deadline);
      if (followed === maxRedirects) throw tooManyRedirects(first.url.host, maxRedirects);
      share.release();
      step = next;
    }
  } catch (error) {
    // Why the body was not taken is not for the server that sent it.
    if (error === deadline.reason || error instanceof AppError) throw error;
    const failure = describeFailure(error, step.url.host);
    // A redirect may name the secrets that its server got; before that, only the author of the request named anything.
    throw isAnswered && request.confinement ? redacted(failure, request.confinement) : failure;
  } finally {
    deadline.release();
  }
}

/** The request with the cookies of earlier ones, behind those of its author. */
function withCookies(step: OutboundStep, cookies: CookieStore | undefined): OutboundStep {
  const kept = cookies?.headerFor(step.url);
  if (!kept) return step;
  const own = step.headers.cookie;
  return { ...step, headers: { ...step.headers, cookie: own ? `${own}; ${kept}` : kept } };
}

async function toResponse(
  step: OutboundStep,
  answer: RawResponse,
  { maxBytes, partialBody }: BodyLimits,
  share: ByteShare,
  deadline: Deadline,
): Promise<OutboundResponse> {
  const { status, headers, body, isPartial } = answer;
  const url = step.url.href;
  if ('received' in answer) return { status, headers, body, received: answer.received, url };
  let decoded: Buffer | null;
  try {
    decoded = await decodeWithin(step, answer, maxBytes, share, deadline);
  } catch (error) {
    if (partialBody === 'fail') throw error;
    // Of a compressed body that is cut, damaged or too long, no part can be read.
    return { status, headers, body: Buffer.alloc(0), isPartial: true, url };
  }
  share.keep((decoded ?? body).length);
  if (!decoded) return { status, headers, body, isPartial, url };
  delete headers['content-encoding'];
  headers['content-length'] = String(decoded.length);
  return { status, headers, body: decoded, isPartial, url };
}

/** Decodes a response; null if it has no coding. A short one that becomes long is decoded again when there is room for it. */
async function decodeWithin(
  step: OutboundStep,
  { headers, body }: RawResponse,
  maxBytes: number,
  share: ByteShare,
  deadline: Deadline,
): Promise<Buffer | null> {
  const { 'content-encoding': encoding } = headers;
  if (encoding === undefined) return null;
  const decode = async (most: number) =>
    unlessAborted(deadline, Promise.resolve(decodeBody(body, encoding, step.url.host, most)));
  if (share.isReserved || maxBytes <= unreservedBytes) return decode(maxBytes);
  try {
    return await decode(unreservedBytes);
  } catch (error) {
    if (!(error instanceof OutboundError) || error.code !== 'OUTBOUND_TOO_LARGE') throw error;
  }
  const over = new AbortController();
  deadline.pause();
  const reserved = share.reserve(maxBytes, over.signal);
  await unlessAborted(deadline, reserved).finally(() => over.abort());
  deadline.resume();
  return decode(maxBytes);
}

function redacted(error: OutboundError, { redact }: Confinement): OutboundError {
  return new OutboundError(error.code, redact(error.message), error.retryable, error.cause);
}

function tooManyRedirects(host: string, most: number): OutboundError {
  const message = `${host} must redirect at most ${most} times. Use the final URL.`;
  return new OutboundError('OUTBOUND_REDIRECTS', message, false);
}
