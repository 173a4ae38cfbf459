import { createHash } from 'node:crypto';
import { customEvent } from '../../../../../nodes/index.js';
import type { Sql } from '../../../../../platform/database/database.js';
import { storableJson } from '../../../../../platform/database/storable-json.js';
import { expression, typed } from '../../../../../platform/database/typed-sql.js';
import { AppError } from '../../../../../platform/errors/errors.js';
import { type DefinedEvent, publicEventOf } from '../../../../../platform/events/index.js';
import type { Scope } from '../../../../../platform/graphql/context.js';
import { newId } from '../../../../../platform/new-id.js';
import { customEvents } from '../../store/custom-event.entity.js';
import { keysOf } from '../../store/event-waits.js';
import { startQuota } from '../../store/start-quota.js';
import { fireEvent } from './fire-event.js';

/** Events of a workspace that are kept for later waits. */
const mostKept = 1_000;

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

/**
 * Publishes an event of a caller: starts flows, wakes steps, and queues it for webhooks, in one transaction. An ID that is
 * known answers what it answered before, and does nothing.
 * @throws AppError CONFLICT if the ID was used for another event, or too many events are kept for later waits
 */
export function publishCustomEvent(scope: Scope, input: NewCustomEvent): Promise<PublishedEvent> {
  const { workspaceId, services, cause: causedBy } = scope;
  const { type, data, key, id, ttlSeconds } = input;
  const timestamp = services.now().toISOString();
  const event = customEvent(type).of({
    id: id ?? newId(),
    timestamp,
    workspaceId,
    ...(key && { key }),
    data,
    causedBy,
  });
  const ttl = ttlSeconds ?? 0;
  return scope.transaction(async (sql) => {
    const isKept = Boolean(id) || ttl > 0;
    const known = isKept ? await keepEvent(sql, event, { ttl, hash: hashOf(input) }) : null;
    if (known) return known;
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
  { ttl, hash }: { ttl: number; hash: Buffer },
): Promise<PublishedEvent | null> {
  const { workspaceId, id, type } = event;
  if (ttl > 0) await requireRoom(sql, workspaceId);
  // A concurrent request with the same ID waits here until this one has ended.
  const kept = await typed(sql, 'keep_custom_event', customEvents)
    .insertInto('custom_events')
    .values({
      workspaceId,
      id,
      hash,
      event: storableJson(publicEventOf(event)),
      type,
      keys: keysOf(event),
      expiresAt: expression<Date>`now() + make_interval(secs => nullif(${ttl}::double precision, 0))`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (kept.numInsertedOrUpdatedRows === 1n) return null;
  const known = await typed(sql, 'known_custom_event', customEvents)
    .selectFrom('custom_events')
    .select(({ eb }) => ['executionIds', eb('hash', '=', hash).as('isSame')])
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!known?.isSame) {
    throw new AppError(
      'CONFLICT',
      `The id ${id} was already used for another event. Send the same event, or another id.`,
    );
  }
  return { eventId: id, executionIds: known.executionIds };
}

async function storeAnswer(
  sql: Sql,
  { workspaceId, id }: DefinedEvent,
  answer: { executionIds: string[]; wokenIds: string[] },
): Promise<void> {
  await typed(sql, 'answer_of_custom_event', customEvents)
    .updateTable('custom_events')
    .set(answer)
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

async function requireRoom(sql: Sql, workspaceId: string): Promise<void> {
  const { count } = await typed(sql, 'count_kept_events', customEvents)
    .selectFrom('custom_events')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('workspaceId', '=', workspaceId)
    .where('expiresAt', '>', expression<Date>`now()`)
    .executeTakeFirstOrThrow();
  if (Number(count) < mostKept) return;
  const message = `A workspace can have at most ${mostKept} events whose ttlSeconds have not passed. Send a shorter ttlSeconds.`;
  throw new AppError('CONFLICT', message);
}
