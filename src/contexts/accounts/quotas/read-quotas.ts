import type { Sql } from '../../../platform/database/database.js';
import { typed } from '../../../platform/database/typed-sql.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { type QuotaName, quotaNames } from '../../../platform/quota-names.js';
import { countInFlight, countQueued, countStarted, largestTree } from './count-executions.sql.js';
import { quotaRefusalCounts } from './quota.entity.js';
import type { Quota } from './quota.object.js';
import { quotaLimits } from './quota-limits.js';
import { startRates } from './start-rates.js';
import { countStored, storedBytes } from './storage.js';

/** The quotas of a workspace with their use, counted now. */
export async function readQuotas(scope: Scope): Promise<Quota[]> {
  const { workspaceId, services, sql } = scope;
  const limits = services.get(quotaLimits);
  const limitOf = (name: QuotaName) => limits.limit(workspaceId, name);
  const uses: Readonly<Record<QuotaName, () => Promise<number>>> = {
    executionsInFlight: () => countInFlight(sql, workspaceId),
    executionsQueued: () => countQueued(sql, workspaceId, limitOf('executionsQueued')),
    executionsStartedPerMinute: () => startedInMinute(scope, limitOf('executionsStartedPerMinute')),
    descendantsOfRoot: () => largestTree(sql, workspaceId),
    storageBytes: () => storedBytes(sql, workspaceId),
    stateEntries: async () => (await countStored(sql, workspaceId)).stateEntries,
  };
  const refusals = await readRefusals(sql, workspaceId);
  const quotas: Quota[] = [];
  // One after the other: the request holds one connection, not six.
  for (const name of quotaNames) {
    const { refused = 0, refusedAt = null } = refusals.get(name) ?? {};
    quotas.push({ name, limit: limitOf(name), used: await uses[name](), refused, refusedAt });
  }
  return quotas;
}

/**
 * Starts of the last 60 seconds. When a minute's worth is booked, as many have become due in the last one, and the rest of what
 * was created in it waits for a later one.
 */
async function startedInMinute({ services, workspaceId, sql }: Scope, limit: number): Promise<number> {
  const booked = await services.get(startRates).booked(workspaceId, limit);
  if (booked >= limit) return limit;
  return Math.max(booked, await countStarted(sql, workspaceId, limit));
}

type Refusals = ReadonlyMap<string, Pick<Quota, 'refused' | 'refusedAt'>>;

async function readRefusals(sql: Sql, workspaceId: string): Promise<Refusals> {
  const rows = await typed(sql, 'quota_refusals', quotaRefusalCounts)
    .selectFrom('quota_refusals')
    .select(['name', 'refused', 'refusedAt'])
    .where('workspaceId', '=', workspaceId)
    .execute();
  return new Map(
    rows.map(({ name, refused, refusedAt }) => [name, { refused: Number(refused), refusedAt: new Date(refusedAt) }]),
  );
}
