import type { Socket } from 'node:net';
import { Agent } from 'undici';
import { createAddressPolicy } from './address-policy.js';
import { checkedConnector, connectChecked, type Resolve } from './checked-connector.js';
import { createDeadline, type Deadline, unlessAborted } from './deadline.js';
import { decodeBody } from './decode-body.js';
import { exchange, type RawResponse } from './exchange.js';
import { describeFailure, OutboundError } from './outbound-error.js';
import type { OutboundRequest, OutboundResponse } from './outbound-request.js';
import { firstStep, type OutboundStep, redirectStep } from './outbound-step.js';

export interface Outbound {
  /**
   * One HTTP exchange with the outside, redirects followed. Answers of any status are answers.
   * @throws OutboundError, or the signal's reason when it was aborted.
   */
  fetch(url: string, request: OutboundRequest): Promise<OutboundResponse>;
  /** A plain connection, for a protocol that is not HTTP. @throws OutboundError */
  connect(to: { host: string; port: number }): Promise<Socket>;
  /** Lets what runs end (each exchange has its time limit) and closes the connections. */
  close(): Promise<void>;
}

export interface OutboundOptions {
  /** Host names, IP addresses and CIDR ranges that may be reached although they are private. */
  allow: readonly string[];
  /** How names become addresses; the system's way when left out. */
  resolve?: Resolve;
  /** How many redirects an exchange follows; 5 when left out. */
  maxRedirects?: number;
}

const defaultTimeoutMs = 30_000;
const defaultMaxBytes = 10 * 1024 * 1024;
const defaultMaxRedirects = 5;
/** More than runs may wait for answers at once: whoever calls the same host as another workspace must not wait for its calls. */
const connectionsPerOrigin = 1_024;

/**
 * The one way by which flows, site analysis and the like reach the network: public http and https addresses only,
 * checked at each connect and after each redirect, with limits on time and size. Connections are kept and shared.
 * @throws Error on an entry of `allow` that cannot be read.
 */
export function createOutbound({ allow, resolve, maxRedirects = defaultMaxRedirects }: OutboundOptions): Outbound {
  const policy = createAddressPolicy(allow);
  const agent = new Agent({
    connect: checkedConnector(policy, resolve),
    connections: connectionsPerOrigin,
  });
  return {
    fetch: (url, request) => fetchGuarded(agent, maxRedirects, url, request),
    connect: (to) => connectChecked(policy, to, resolve),
    close: () => agent.close(),
  };
}

async function fetchGuarded(
  agent: Agent,
  maxRedirects: number,
  url: string,
  request: OutboundRequest,
): Promise<OutboundResponse> {
  const first = firstStep(url, request);
  const deadline = createDeadline(first.url.host, request.timeoutMs ?? defaultTimeoutMs, request.signal);
  let step = first;
  try {
    const maxBytes = request.maxBytes ?? defaultMaxBytes;
    for (let followed = 0; ; followed += 1) {
      const answer = await exchange(agent, step, maxBytes, deadline);
      const next = redirectStep(step, answer.status, answer.headers.location, request.secretHeaders ?? []);
      if (!next) return await toResponse(step, answer, maxBytes, deadline);
      if (followed === maxRedirects) throw tooManyRedirects(first.url.host, maxRedirects);
      step = next;
    }
  } catch (error) {
    throw error === deadline.reason ? error : describeFailure(error, step.url.host);
  } finally {
    deadline.release();
  }
}

async function toResponse(
  step: OutboundStep,
  answer: RawResponse,
  maxBytes: number,
  deadline: Deadline,
): Promise<OutboundResponse> {
  const { status, headers, body } = answer;
  const encoding = headers['content-encoding'];
  const decoding = encoding === undefined ? null : decodeBody(body, encoding, step.url.host, maxBytes);
  if (!decoding) return { status, headers, body, url: step.url.href };
  const decoded = await unlessAborted(deadline, decoding);
  delete headers['content-encoding'];
  headers['content-length'] = String(decoded.length);
  return { status, headers, body: decoded, url: step.url.href };
}

function tooManyRedirects(host: string, most: number): OutboundError {
  const message = `${host} redirects more than ${most} times. Use the address where it ends.`;
  return new OutboundError('OUTBOUND_REDIRECTS', message, false);
}
