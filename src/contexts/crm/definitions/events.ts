import { type AnyData, type Cause, type EventOf, eventType, type PublicEvent } from '../../../platform/events/index.js';

/** An event of one change of a record, which has not been given an ID yet. */
export interface CrmEvent extends Pick<PublicEvent, 'data' | 'previous' | 'tag' | 'conversation'> {
  definition: EventOf<AnyData>;
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
