import type { CrmEventName, MessageStateEvent } from '../../../nodes/index.js';
import { type Cause, eventType } from '../../../platform/events/index.js';

/** A CRM event: a change of a record, as flows receive it. */
export interface CrmEvent {
  type: CrmEventName | MessageStateEvent;
  /** The record as the API returns it. */
  data: Record<string, unknown>;
  /** The former values of the changed fields. */
  previous?: Record<string, unknown>;
}

/** The events of one change, in order. */
export const crmEventsOccurred = eventType<{
  workspaceId: string;
  events: readonly CrmEvent[];
  at: Date;
  cause: Cause | undefined;
}>('crm.eventsOccurred');

/** A created message. */
export interface CreatedMessage {
  id: string;
  workspaceId: string;
  conversationId: string;
  direction: string;
  author: string;
  body: string;
  status: string;
}

/** A message was created, inbound or outbound. */
export const messageCreated = eventType<{ message: CreatedMessage; at: Date }>('crm.messageCreated');

/** The row of a call; its further fields become trigger data. */
export interface ChangedCall {
  id: string;
  workspaceId: string;
  status: string;
  voiceAgentId: string | null;
}

/** A call was created or changed; `before` is null for a new one. */
export const voiceCallChanged = eventType<{
  before: ChangedCall | null;
  call: ChangedCall;
  cause: Cause | undefined;
}>('crm.voiceCallChanged');
