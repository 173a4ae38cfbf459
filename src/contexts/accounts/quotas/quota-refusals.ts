import type { Logger } from 'pino';
import type { Sql } from '../../../platform/database/database.js';
import { defineService } from '../../../platform/define-service.js';
import type { QuotaName } from '../../../platform/quota-names.js';

/** Counts what quotas refuse, so that the workspace and the operator see it. */
export interface QuotaRefusals {
  /** Counts at once, whether the caller's transaction commits or not. */
  add(workspaceId: string, name: QuotaName, count?: number): void;
  /** Writes what was counted. Never throws. */
  flush(): Promise<void>;
}

export const quotaRefusals = defineService<QuotaRefusals>(
  'quota refusals',
  ({ db, log, now }) => new Refusals({ sql: db.pool, log, now }),
  (refusals) => refusals.flush(),
);

interface RefusalOptions {
  sql: Sql;
  log: Logger;
  now: () => Date;
}

interface Refused {
  workspaceId: string;
  name: QuotaName;
  count: number;
  at: Date;
}

const flushAfterMs = 1_000;

const flushSql = `/* count_quota_refusals */
  insert into quota_refusals as r (workspace_id, name, refused, refused_at)
  select w.id, i.name, i.count, i.at from unnest($1::uuid[], $2::text[], $3::bigint[], $4::timestamptz[])
    i(workspace_id, name, count, at) join workspaces w on w.id = i.workspace_id order by 1, 2
  on conflict (workspace_id, name) do update
    set refused = r.refused + excluded.refused, refused_at = greatest(r.refused_at, excluded.refused_at)`;

/** Counts in memory and writes once a second: a caller over its quota must not cost a write for each attempt. */
class Refusals implements QuotaRefusals {
  #counts = new Map<string, Refused>();
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> = Promise.resolve();

  constructor(readonly options: RefusalOptions) {}

  add(workspaceId: string, name: QuotaName, count = 1): void {
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
    const { sql, log } = this.options;
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
    await sql
      .query(flushSql, values)
      .catch((error: Error) => log.warn({ err: error }, 'counting reached quotas failed; the log has them'));
  }
}
