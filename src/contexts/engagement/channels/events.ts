import { eventType } from '../../../platform/events/index.js';
import type { LastState } from './outbox/store-delivery-state.js';

/** A provider reported the final state of a message; published once for each message. */
export const deliveryReported = eventType<{
  workspaceId: string;
  /** The key that the message was sent under. */
  key: string;
  state: LastState;
  at: Date;
}>('channels.deliveryReported');
