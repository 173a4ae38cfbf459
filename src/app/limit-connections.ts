import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { addressKey } from '../platform/rate-limit/address-key.js';
import type { OpenCounts } from '../platform/rate-limit/open-counts.js';
import { computeSlots } from '../platform/slots/compute-slots.js';

/** Times in milliseconds: within which a client must send what it has begun, and for which its connection may be idle. */
const patience = {
  /** The headers of a request. */
  headersTimeout: 15_000,
  /** A whole request; imports are stored while they arrive. Other bodies have less, see `readBody`. */
  requestTimeout: 300_000,
  connectionsCheckingInterval: 5_000,
  /**
   * Longer than the 60 seconds of common proxies and load balancers: one that sends a request on a connection which closes at
   * this moment answers 502, or repeats it.
   */
  keepAliveTimeout: 75_000,
};

/** Options of the HTTP server against clients that keep connections busy. */
export const serverOptions = patience;

/**
 * Refuses connections of an address that has too many, whatever they send. Connections of trusted proxies are theirs to
 * limit: what they forward is limited by request.
 */
export function limitConnections(server: Server, open: OpenCounts, isProxy: (address: string) => boolean): void {
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    if (isProxy(remoteAddress)) return;
    const close = open.tryOpen(addressKey(remoteAddress));
    if (close) socket.once('close', close);
    else refuse(socket);
  });
}

/** Requests that a client may send on one connection before the first is answered. */
const pipelined = 20;

/** Closes connections with too many unanswered requests: all of them would be handled before anything else. */
export function limitPipelines(handle: RequestListener): RequestListener {
  const unanswered = new WeakMap<Socket, Set<ServerResponse>>();
  const begin = (socket: Socket): Set<ServerResponse> => {
    const responses = new Set<ServerResponse>();
    unanswered.set(socket, responses);
    socket.once('close', () => setImmediate(endAll, responses));
    return responses;
  };
  return (request, response) => {
    const { socket } = request;
    // What was received in one packet is parsed to its end.
    if (socket.destroyed) return;
    const responses = unanswered.get(socket) ?? begin(socket);
    responses.add(response);
    if (responses.size > pipelined) {
      socket.destroy();
      return;
    }
    response.once('close', () => responses.delete(response));
    if (responses.size === 1) handle(request, response);
    else void handleLater(handle, request, response);
  };
}

/** What was sent without waiting for an answer waits for those who do. */
async function handleLater(handle: RequestListener, request: IncomingMessage, response: ServerResponse): Promise<void> {
  await computeSlots.waitForTime();
  if (!request.socket.destroyed) handle(request, response);
}

/** Node reports the end of a connection only to the response that is being written, not to those behind it. */
function endAll(responses: ReadonlySet<ServerResponse>): void {
  for (const response of responses) {
    if (response.closed) continue;
    response.destroyed = true;
    response.emit('close');
  }
}

function refuse(socket: Socket): void {
  socket.on('error', () => undefined);
  socket.write('HTTP/1.1 429 Too Many Requests\r\nRetry-After: 1\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  socket.destroySoon();
}
