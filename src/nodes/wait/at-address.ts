import { createHash } from 'node:crypto';
import type { NodeContext, Outcome } from '../define-node.js';
import { endOfWait } from './wait-until.js';

/** The type of the event that a call of a step's own address is. Only the step gets it. */
export const addressCalled = 'address.called';

/** Days for which a call that came before its step began to wait is kept. */
export const earlyCallDays = 400;

const daySeconds = 86_400;

/** What distinguishes the address of a step from all others. @param visit as the idempotency key of a step has it */
export function addressKey(visit: string): string {
  return `address:${createHash('sha256').update(visit).digest('hex')}`;
}

/** How a step waits for the call of its address, also for one that came before it began to wait. */
export function waitAtAddress({
  data,
  now,
  idempotencyKey,
}: Pick<NodeContext<{ timeoutMinutes?: number | undefined }>, 'data' | 'now' | 'idempotencyKey'>): Outcome {
  return {
    kind: 'wait',
    until: endOfWait(now, data.timeoutMinutes),
    output: null,
    handle: 'timeout',
    event: {
      types: [addressCalled],
      match: { key: addressKey(idempotencyKey) },
      lookbackSeconds: earlyCallDays * daySeconds,
      handle: 'out',
      as: '',
    },
  };
}
