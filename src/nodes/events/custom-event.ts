import { z } from 'zod';
import { type AnyData, defineEvent, type EventOf } from '../../platform/events/index.js';

/** Types of events that callers publish. */
export const customEventPattern = /^custom\.[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$/;
export const longestCustomEvent = 100;

/** An event that a caller publishes, of any type `custom.<name>`. */
export function customEvent(type: string): EventOf<AnyData> {
  return defineEvent({
    type,
    summary: 'A caller published an event of its own with `POST P/events`; `data` is what it sent.',
    read: 'crmEvents:read',
    data: { object: z.record(z.string(), z.unknown()) },
    sample: { data: { orderId: 'A-1001', total: 42.5 } },
  });
}
