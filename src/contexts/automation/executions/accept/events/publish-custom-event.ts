import { createHash } from 'node:crypto';
import type { Sql } from '../../../../../platform/database/database.js';
import { storableJson } from '../../../../../platform/database/storable-json.js';
import { AppError } from '../../../../../platform/errors/errors.js';
import type { Scope } from '../../../../../platform/graphql/context.js';
import { newId } from '../../../../../platform/new-id.js';
import { keysOf } from '../../store/event-waits.js';
import type { FiredEvent } from '../../store/flow-event.js';
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
  const { workspaceId, services } = scope;
  const { type, data, key, id, ttlSeconds } = input;
  const timestamp = services.now().toISOString();
  const event: FiredEvent = { id: id ?? newId(), type, timestamp, workspaceId, ...(key && { key }), data };
  const ttl = ttlSeconds ?? 0;
  return scope.transaction(async (sql) => {
    const isKept = Boolean(id) || ttl > 0;
    const known = isKept ? await keepEvent(sql, event, { ttl, hash: hashOf(input) }) : null;
    if (known) return known;
    const { executionIds, wokenIds } = await fireEvent(sql, event, services.get(startQuota), services.log);
    if (isKept) await sql.query(answerText, [workspaceId, event.id, executionIds, wokenIds]);
    return { eventId: event.id, executionIds };
  });
}

function hashOf({ type, data, key, ttlSeconds }: NewCustomEvent): Buffer {
  return createHash('sha256')
    .update(storableJson([type, data, key ?? null, ttlSeconds ?? 0]))
    .digest();
}

/** A concurrent request with the same ID waits here until this one has ended. */
const keepText = `/* keep_custom_event */ insert into custom_events (workspace_id, id, hash, event, type, keys, expires_at)
values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => nullif($7::double precision, 0))) on conflict do nothing`;

const knownText = `/* known_custom_event */ select hash = $3 as same, execution_ids as "executionIds" from custom_events
where workspace_id = $1 and id = $2`;

const answerText = `/* answer_of_custom_event */ update custom_events
set execution_ids = $3, woken_ids = $4 where workspace_id = $1 and id = $2`;

const countText = `/* count_kept_events */ select count(*)::integer as count from custom_events
where workspace_id = $1 and expires_at > now()`;

/** Stores an event. @returns what was answered when its ID was first used; null for a new event */
async function keepEvent(
  sql: Sql,
  event: FiredEvent,
  { ttl, hash }: { ttl: number; hash: Buffer },
): Promise<PublishedEvent | null> {
  const { workspaceId, id, type } = event;
  if (ttl > 0) await requireRoom(sql, workspaceId);
  const values = [workspaceId, id, hash, storableJson(event), type, keysOf(event), ttl];
  if ((await sql.query(keepText, values)).rowCount === 1) return null;
  const { rows } = await sql.query<{ same: boolean; executionIds: string[] }>(knownText, [workspaceId, id, hash]);
  if (!rows[0]?.same) {
    throw new AppError(
      'CONFLICT',
      `The id ${id} was already used for another event. Send the same event, or another id.`,
    );
  }
  return { eventId: id, executionIds: rows[0].executionIds };
}

async function requireRoom(sql: Sql, workspaceId: string): Promise<void> {
  const { rows } = await sql.query<{ count: number }>(countText, [workspaceId]);
  if ((rows[0]?.count ?? 0) < mostKept) return;
  const message = `A workspace can have at most ${mostKept} events whose ttlSeconds have not passed. Send a shorter ttlSeconds.`;
  throw new AppError('CONFLICT', message);
}
