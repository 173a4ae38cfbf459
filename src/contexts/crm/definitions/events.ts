import type { CrmEventName } from '../../../nodes/index.js';
import { type Cause, eventType } from '../../../platform/events/index.js';

/** Something that happened to a record, as flows are told of it. */
export interface CrmEvent {
  type: CrmEventName;
  /** The record, as the API shows it. */
  data: Record<string, unknown>;
  /** The values before, of what was changed. */
  previous?: Record<string, unknown>;
}

/** Events of one change, in the order in which they happened. */
export const crmEventsOccurred = eventType<{
  workspaceId: string;
  events: readonly CrmEvent[];
  at: Date;
  cause: Cause | undefined;
}>('crm.eventsOccurred');

/** A message as it was written. */
export interface CreatedMessage {
  id: string;
  workspaceId: string;
  conversationId: string;
  direction: string;
  author: string;
  body: string;
  status: string;
}

/** A message was written, in either direction. */
export const messageCreated = eventType<{ message: CreatedMessage; at: Date }>('crm.messageCreated');

/** A call as it stands in its row; its further fields become trigger data. */
export interface ChangedCall {
  id: string;
  workspaceId: string;
  status: string;
  voiceAgentId: string | null;
}

/** A call was placed or came to another state; `before` is null for a new one. */
export const voiceCallChanged = eventType<{
  before: ChangedCall | null;
  call: ChangedCall;
  cause: Cause | undefined;
}>('crm.voiceCallChanged');
