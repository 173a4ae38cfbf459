import type { z } from 'zod';
import type { Capability } from '../access/capabilities.js';
import type { Cause } from './create-events.js';

/** An event as everything outside of its change receives it: webhooks, flows as trigger data, and steps that wait for it. */
export interface PublicEvent {
  /** Unique in the workspace, and of no record: for one ID each flow is started once. Webhooks send it as `webhook-id`. */
  id: string;
  /** For example `contact.created`. */
  type: string;
  /** ISO time. */
  timestamp: string;
  workspaceId: string;
  /** What a caller gave an event of its own to be found by: steps can wait for it, and webhooks get those with the same key in order. */
  key?: string;
  /** The record as the API returns it, or the object that the definition describes. */
  data: Readonly<Record<string, unknown>>;
  /** The former values of what was changed. */
  previous?: Readonly<Record<string, unknown>> | undefined;
  /** The tag that `contact.tag_added` and `contact.tag_removed` are about. */
  tag?: string | undefined;
  /** The conversation of the message that an event is about. */
  conversation?: Readonly<Record<string, unknown>> | undefined;
  /** The execution that caused it. */
  causedBy?: Omit<Cause, 'stepId' | 'log'>;
  /** What was left out because the event would be too large. */
  omitted?: readonly string[];
}

/** What an event says of one occurrence of it; everything else is in its definition. */
export type Occurrence<Data> = Omit<PublicEvent, 'type' | 'data' | 'causedBy' | 'omitted'> & {
  data: Data;
  /** In full; what leaves the server of it is `PublicEvent.causedBy`. Its step is null if an execution caused it by its end. */
  causedBy?: FullCause | undefined;
  /** Webhooks get events with the same one in order. Defaults to the key, or else to the ID of the record. */
  order?: string;
};

type FullCause = Omit<Cause, 'stepId'> & { stepId: string | null };

declare const defined: unique symbol;

/** An event to be published. Only `of` of a definition creates one, so that nothing undefined leaves the server. */
export interface DefinedEvent extends Omit<PublicEvent, 'causedBy'> {
  readonly definition: EventDefinition;
  readonly causedBy?: FullCause | undefined;
  readonly order?: string;
  readonly [defined]: true;
}

/** A type of event that leaves the server. */
export interface EventDefinition {
  /** `noun.past_participle`, in snake case. */
  type: string;
  /** One sentence: when it is published. */
  summary: string;
  /** What receiving it requires: a capability, or membership alone. */
  read: Capability | 'membership';
  /** `data`: a record, by the name of its type in the API, or an object of its own. */
  data: { record: string } | { object: z.ZodType };
  /** Whether it has `previous`. */
  previous?: boolean;
  /** What it has beside `data`. */
  beside?: Partial<Record<'tag' | 'conversation', z.ZodType>>;
  /** How flows call it that it can start; absent for events that only webhooks receive. */
  label?: string;
  /** The fields of `data` without a limit of their own, with what they are where the whole event would be too large. */
  omitted?: Readonly<Record<string, unknown>>;
  /** What one occurrence has, as examples and simulations show it. */
  sample: Pick<PublicEvent, 'data' | 'previous' | 'tag' | 'conversation'>;
}

/** A definition that creates events of its type. */
export interface EventOf<Data> extends EventDefinition {
  of(occurrence: Occurrence<Data>): DefinedEvent;
}

export type AnyData = Readonly<Record<string, unknown>>;

/**
 * Defines a type of event: from it come its schema in OpenAPI, the types of the client, the table of the documentation, the
 * sample of triggers, and the right to receive it.
 */
export function defineEvent<Data extends AnyData>(
  definition: EventDefinition & { data: { object: z.ZodType<Data> } },
): EventOf<Data>;
export function defineEvent(definition: EventDefinition): EventOf<AnyData>;
export function defineEvent(definition: EventDefinition): EventOf<AnyData> {
  const of = ({ id, ...occurrence }: Occurrence<AnyData>) =>
    ({ id, type: definition.type, ...occurrence, definition }) as DefinedEvent;
  return { ...definition, of };
}

/** An event as everything outside of its change receives it. */
export function publicEventOf({ definition: _, order: _order, causedBy, ...event }: DefinedEvent): PublicEvent {
  if (!causedBy) return event;
  const { executionId, flowId, chain } = causedBy;
  return { ...event, causedBy: { executionId, flowId, chain } };
}
