import type { Logger } from 'pino';
import type { Sql } from '../../../platform/database/database.js';
import type { Listener } from '../../../platform/database/listener.js';
import { jsonOf, lit, tableOf, typed } from '../../../platform/database/typed-sql.js';
import { defineService } from '../../../platform/define-service.js';
import type { QuotaName } from '../../../platform/quota-names.js';
import type { Workspace } from '../entities/workspace.entity.js';

/** The quotas of workspaces, and their weights when slots are shared. */
export interface QuotaLimits {
  limit(workspaceId: string, name: QuotaName): number;
  /** The share of a workspace beside others: 1, unless the operator set another one. */
  weight(workspaceId: string): number;
  /** The workspaces for which the operator has set something. */
  own(): Iterable<string>;
  /** Reads what the operator has set. It is read at the start, when it changes, and once a minute. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

interface OwnLimits {
  id: string;
  quotas: Partial<Record<QuotaName, number>>;
  weight: number;
}

const channel = 'workspace_limits';
const everyMs = 60_000;

/** The limits of this process. What differs from the defaults is in memory, so reading a limit costs nothing. */
export const quotaLimits = defineService<QuotaLimits>(
  'quota limits',
  ({ db, listener, log, settings }) => createQuotaLimits({ sql: db.pool, listener, log, defaults: settings.quotas }),
  (limits) => limits.close(),
);

interface QuotaLimitsOptions {
  sql: Sql;
  listener: Listener;
  log: Logger;
  defaults: Readonly<Record<QuotaName, number>>;
}

function createQuotaLimits({ sql, listener, log, defaults }: QuotaLimitsOptions): QuotaLimits {
  let own: ReadonlyMap<string, OwnLimits> = new Map();
  let reading: Promise<void> = Promise.resolve();
  const read = async () => {
    const rows = await typed(sql, 'own_limits', tableOf<Workspace>()('workspaces'))
      .selectFrom('workspaces')
      .select(['id', 'quotas', 'workWeight as weight'])
      // As in the condition of the index.
      .where((some) =>
        some.or([some('quotas', '<>', lit<Workspace['quotas']>('{}')), some('workWeight', '<>', some.lit(1))]),
      )
      .execute();
    own = new Map(rows.map((row) => [row.id, row]));
  };
  const refresh = () => {
    reading = reading.then(read).catch((error: Error) => log.warn({ err: error }, 'reading quotas failed; retrying'));
    return reading;
  };
  const stopListening = listener.on(channel, () => void refresh());
  const timer = setInterval(() => void refresh(), everyMs).unref();
  void refresh();
  return {
    limit: (workspaceId, name) => own.get(workspaceId)?.quotas[name] ?? defaults[name],
    weight: (workspaceId) => own.get(workspaceId)?.weight ?? 1,
    own: () => own.keys(),
    refresh,
    async close() {
      stopListening();
      clearInterval(timer);
      await reading;
    },
  };
}

/** What the operator sets for a workspace. `null` restores the default of a quota. */
export interface LimitChanges {
  quotas?: Partial<Record<QuotaName, number | null>>;
  weight?: number;
}

/** Changes quotas and weight of a workspace; servers that run use them at once. False if it does not exist. */
export async function setLimits(
  sql: Sql,
  workspaceId: string,
  { quotas = {}, weight }: LimitChanges,
): Promise<boolean> {
  const changed = await typed(sql, 'set_limits', tableOf<Workspace>()('workspaces'))
    .updateTable('workspaces')
    .set(({ eb, fn }) => ({
      quotas: fn<OwnLimits['quotas']>('jsonb_strip_nulls', [eb('quotas', '||', jsonOf(quotas as OwnLimits['quotas']))]),
      ...(weight !== undefined && { workWeight: weight }),
    }))
    .where((workspace) => workspace(workspace.cast('id', 'text'), '=', workspaceId))
    .returning(lit(channel).as('notifies'))
    .executeTakeFirst();
  return changed !== undefined;
}
