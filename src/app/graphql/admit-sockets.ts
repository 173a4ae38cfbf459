import type { WebSocket } from 'ws';
import type { Principal } from '../../platform/access/principal.js';
import { callerName } from '../../platform/graphql/limits/count-request.js';
import { addressKey } from '../../platform/rate-limit/address-key.js';
import type { ConnectionLimits } from '../../platform/rate-limit/connection-limits.js';

/** A WebSocket in the counts of its address, and later of its caller. */
export interface AdmittedSocket {
  /** Counts it by its caller instead. False if the caller has too many. */
  identify(principal: Principal): boolean;
  readonly isIdentified: boolean;
  close(): void;
}

/** @returns the admitted handshake; null if the address has too many, or made too many in this minute */
export function admitHandshake(limits: ConnectionLimits, ip: string | undefined): AdmittedSocket | null {
  const address = addressKey(ip ?? '');
  if (!limits.handshakes.take(address)) return null;
  const closeRequest = limits.requests.tryOpen(address);
  const closeUnidentified = closeRequest && limits.unidentified.tryOpen(address);
  if (!closeUnidentified) {
    closeRequest?.();
    return null;
  }
  const open = new Set([closeRequest, closeUnidentified]);
  let isIdentified = false;
  return {
    get isIdentified() {
      return isIdentified;
    },
    identify(principal) {
      const closeOfCaller = limits.socketsOfCaller.tryOpen(callerName(principal));
      if (!closeOfCaller) return false;
      open.add(closeOfCaller);
      closeUnidentified();
      isIdentified = true;
      return true;
    },
    close: () => {
      for (const close of open) close();
    },
  };
}

/** What a client may send in one second and in advance: messages and bytes of one WebSocket. */
const messageLimits = { perSecond: 100, burst: 1_000 };
/** Messages of clients without a credential are read before anything is known of them. */
const unidentifiedBytes = 64 * 1024;

/**
 * Ends a WebSocket that sends more messages than it may, and one without a credential that sends long ones. Must be called
 * before other listeners are added.
 */
export function limitMessages(socket: WebSocket, isIdentified: () => boolean, now = () => performance.now()): void {
  let left = messageLimits.burst;
  let at = now();
  socket.on('message', (data: Buffer) => {
    left = Math.min(messageLimits.burst, left + ((now() - at) / 1_000) * messageLimits.perSecond) - 1;
    at = now();
    if (left < 0) end(socket, 1008, 'Too many messages');
    else if (data.length > unidentifiedBytes && !isIdentified()) end(socket, 1009, 'Message too long');
  });
}

function end(socket: WebSocket, code: number, reason: string): void {
  socket.close(code, reason);
  // Messages that were received already are not read.
  socket.removeAllListeners('message');
}
