import { createHash } from 'node:crypto';
import { customEvent, type EventsPort, type PortUser } from '../../../../../nodes/index.js';
import type { Sql } from '../../../../../platform/database/database.js';
import { storableJson } from '../../../../../platform/database/storable-json.js';
import { expression, fromNow, typed } from '../../../../../platform/database/typed-sql.js';
import { AppError } from '../../../../../platform/errors/errors.js';
import { type DefinedEvent, publicEventOf } from '../../../../../platform/events/index.js';
import type { Scope } from '../../../../../platform/graphql/context.js';
import { derivedId, newId } from '../../../../../platform/new-id.js';
import type { Services } from '../../../../../platform/services.js';
import { keysOf } from '../../store/event-waits.js';
import { keptEvents } from '../../store/kept-event.entity.js';
import { startQuota } from '../../store/start-quota.js';
import { fireEvent } from './fire-event.js';

/** Events of a workspace that are kept for later waits. */
const mostKept = 1_000;
/** Days for which the ID of an event is known: that of a step is needed until the step has ended. */
const idDays = { ofCaller: 30, ofStep: 7 };
const daySeconds = 86_400;
/** Seconds for which an event is kept longer than its \`ttlSeconds\`. */
const spareSeconds = 3_600;

/** An event as a caller publishes it. */
export interface NewCustomEvent {
  /** `custom.<name>` */
  type: string;
  data: Record<string, unknown>;
  key?: string | null;
  /** Unique in the workspace; the same event is published once. */
  id?: string | null;
  /** For how long a wait that begins later gets it, too. */
  ttlSeconds?: number | null;
}

export interface PublishedEvent {
  eventId: string;
  executionIds: string[];
}

/** Who publishes an event, and its transactions. */
type Publisher = Pick<Scope, 'workspaceId' | 'services' | 'cause' | 'transaction'>;

/** What is known of an event for longer than waits need it. */
interface Known {
  /** What a caller published under this ID; null for the event of a step, which is the same whatever its data are now. */
  hash: Buffer | null;
  seconds: number;
}

/**
 * Publishes an event of a caller: starts flows, wakes steps, and queues it for webhooks, in one transaction. An ID that is
 * known answers what it answered before, and does nothing.
 * @throws AppError CONFLICT if the ID was used for another event, or too many events are kept for later waits
 */
export function publishCustomEvent(scope: Publisher, input: NewCustomEvent): Promise<PublishedEvent> {
  const known = input.id ? { hash: hashOf(input), seconds: idDays.ofCaller * daySeconds } : null;
  return publish(scope, input, known);
}

/** The events of a step: each is published once, under an ID derived from the step, which a repeated attempt finds. */
export function eventsPort({ services }: { services: Services }, user: PortUser): EventsPort {
  const { workspaceId, cause, idempotencyKey } = user;
  const { transaction } = services.db.within(workspaceId);
  const id = derivedId(`${workspaceId} ${idempotencyKey}`);
  const known = { hash: null, seconds: idDays.ofStep * daySeconds };
  return { publish: (event) => publish({ workspaceId, services, cause, transaction }, { ...event, id }, known) };
}

function publish(
  publisher: Publisher,
  { type, data, key, id, ttlSeconds }: NewCustomEvent,
  known: Known | null,
): Promise<PublishedEvent> {
  const { workspaceId, services, cause: causedBy } = publisher;
  const timestamp = services.now().toISOString();
  const occurrence = { id: id ?? newId(), timestamp, workspaceId, data, causedBy };
  const event = customEvent(type).of({ ...occurrence, ...(key && { key }) });
  const ttl = ttlSeconds ?? 0;
  const isKept = known !== null || ttl > 0;
  return publisher.transaction(async (sql) => {
    const answered = isKept ? await keepEvent(sql, event, ttl, known) : null;
    if (answered) return answered;
    const { executionIds, wokenIds } = await fireEvent(sql, event, services.get(startQuota), services.log);
    if (isKept) await storeAnswer(sql, event, { executionIds, wokenIds });
    return { eventId: event.id, executionIds };
  });
}

function hashOf({ type, data, key, ttlSeconds }: NewCustomEvent): Buffer {
  return createHash('sha256')
    .update(storableJson([type, data, key ?? null, ttlSeconds ?? 0]))
    .digest();
}

/** Stores an event. @returns what was answered when its ID was first used; null for a new event */
async function keepEvent(
  sql: Sql,
  event: DefinedEvent,
  ttl: number,
  known: Known | null,
): Promise<PublishedEvent | null> {
  const hash = known?.hash ?? null;
  const { workspaceId, id, type } = event;
  if (ttl > 0) await requireRoom(sql, workspaceId);
  // A concurrent request with the same ID waits here until this one has ended.
  const kept = await typed(sql, 'keep_custom_event', keptEvents)
    .insertInto('kept_events')
    .values({
      workspaceId,
      id,
      hash,
      event: storableJson(publicEventOf(event)),
      type,
      keys: keysOf(event),
      expiresAt: expression<Date>`now() + make_interval(secs => nullif(${ttl}::double precision, 0))`,
      forgetAt: fromNow(Math.max(known?.seconds ?? 0, ttl + spareSeconds)),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (kept.numInsertedOrUpdatedRows === 1n) return null;
  const former = await typed(sql, 'known_custom_event', keptEvents)
    .selectFrom('kept_events')
    .select(({ eb }) => ['executionIds', eb('hash', 'is not distinct from', hash).as('isSame')])
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!former?.isSame) {
    throw new AppError(
      'CONFLICT',
      `The id ${id} was already used for another event. Send the same event, or another id.`,
    );
  }
  return { eventId: id, executionIds: former.executionIds };
}

async function storeAnswer(
  sql: Sql,
  { workspaceId, id }: DefinedEvent,
  answer: { executionIds: string[]; wokenIds: string[] },
): Promise<void> {
  await typed(sql, 'answer_of_custom_event', keptEvents)
    .updateTable('kept_events')
    .set(answer)
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

async function requireRoom(sql: Sql, workspaceId: string): Promise<void> {
  const { count } = await typed(sql, 'count_kept_events', keptEvents)
    .selectFrom('kept_events')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('workspaceId', '=', workspaceId)
    .where('expiresAt', '>', expression<Date>`now()`)
    .executeTakeFirstOrThrow();
  if (Number(count) < mostKept) return;
  const message = `A workspace can have at most ${mostKept} events whose ttlSeconds have not passed. Send a shorter ttlSeconds.`;
  throw new AppError('CONFLICT', message);
}
