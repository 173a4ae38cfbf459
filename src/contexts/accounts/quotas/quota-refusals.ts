import type { Database, Sql } from '../../../platform/database/database.js';
import { defineService } from '../../../platform/define-service.js';
import { eventType, type Occurrence } from '../../../platform/events/index.js';
import { counter } from '../../../platform/metrics/index.js';
import { newId } from '../../../platform/new-id.js';
import { type QuotaName, quotaNames } from '../../../platform/quota-names.js';
import type { ServiceContext } from '../../../platform/services.js';
import { type QuotaLimits, quotaLimits } from './quota-limits.js';

const refusals = counter(
  'quota_refusals_total',
  'What quotas of workspaces refused, by the name of the quota.',
  ['kind'],
  quotaNames.map((kind) => ({ kind })),
);

/** Counts what quotas refuse, so that the workspace and the operator see it. */
export interface QuotaRefusals {
  /** Counts at once, whether the caller's transaction commits or not. */
  add(workspaceId: string, name: QuotaName, count?: number): void;
  /** Writes what was counted. Never throws. */
  flush(): Promise<void>;
}

/** A quota refused something for the first time in an hour. */
export const quotaReached = eventType<Occurrence<{ name: QuotaName; limit: number }>>('quota.reached');

export const quotaRefusals = defineService<QuotaRefusals>(
  'quota refusals',
  ({ db, log, now, events, get }) => new Refusals({ db, log, now, events, limits: get(quotaLimits) }),
  (refusals) => refusals.flush(),
);

interface RefusalOptions extends Pick<ServiceContext, 'log' | 'now' | 'events'> {
  db: Pick<Database, 'transaction'>;
  limits: Pick<QuotaLimits, 'limit'>;
}

interface Refused {
  workspaceId: string;
  name: QuotaName;
  count: number;
  at: Date;
}

const flushAfterMs = 1_000;

// Counters of many workspaces in one statement.
const flushSql = `/* count_quota_refusals */
  insert into quota_refusals as r (workspace_id, name, refused, refused_at)
  select w.id, i.name, i.count, i.at from unnest($1::uuid[], $2::text[], $3::bigint[], $4::timestamptz[])
    i(workspace_id, name, count, at) join workspaces w on w.id = i.workspace_id order by 1, 2
  on conflict (workspace_id, name) do update
    set refused = r.refused + excluded.refused, refused_at = greatest(r.refused_at, excluded.refused_at)
  returning new.workspace_id as "workspaceId", new.name, new.refused_at as at,
    coalesce(old.refused_at < new.refused_at - interval '1 hour', true) as "isFirst"`;

/** Counts in memory and writes once a second: a caller over its quota must not cost a write for each attempt. */
class Refusals implements QuotaRefusals {
  #counts = new Map<string, Refused>();
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> = Promise.resolve();

  constructor(readonly options: RefusalOptions) {}

  add(workspaceId: string, name: QuotaName, count = 1): void {
    refusals.inc({ kind: name }, count);
    const key = `${workspaceId}:${name}`;
    const before = this.#counts.get(key);
    const at = this.options.now();
    // The first refusal is logged when it is written, not each of them.
    this.#counts.set(key, { workspaceId, name, count: (before?.count ?? 0) + count, at });
    this.#timer ??= setTimeout(() => void this.flush(), flushAfterMs).unref();
  }

  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#flushing = this.#flushing.then(() => this.#write());
    return this.#flushing;
  }

  async #write(): Promise<void> {
    const { db, log } = this.options;
    const refused = [...this.#counts.values()];
    this.#counts = new Map();
    if (refused.length === 0) return;
    log.warn(
      { quotas: refused.map(({ workspaceId, name, count }) => ({ workspaceId, name, count })) },
      'quotas reached',
    );
    const values = [
      refused.map(({ workspaceId }) => workspaceId),
      refused.map(({ name }) => name),
      refused.map(({ count }) => count),
      refused.map(({ at }) => at),
    ];
    await db
      .transaction((sql) => this.#store(sql, values))
      .catch((error: Error) => log.warn({ err: error }, 'counting reached quotas failed; the log has them'));
  }

  /** Counts, and publishes what a quota refused for the first time in an hour. */
  async #store(sql: Sql, values: unknown[]): Promise<void> {
    const { events, limits } = this.options;
    const { rows } = await sql.query<Reached>(flushSql, values);
    for (const { workspaceId, name, at } of rows.filter(({ isFirst }) => isFirst)) {
      const limit = limits.limit(workspaceId, name);
      const timestamp = new Date(at).toISOString();
      await events.publish(sql, quotaReached({ id: newId(), workspaceId, timestamp, data: { name, limit } }));
    }
  }
}

interface Reached {
  workspaceId: string;
  name: QuotaName;
  at: Date;
  isFirst: boolean;
}
