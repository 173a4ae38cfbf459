import type { Sql } from '../../../platform/database/database.js';
import { statement } from '../../../platform/database/statement.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { type QuotaName, quotaNames } from '../../../platform/quota-names.js';
import { countInFlight, countQueued, largestTree } from './count-executions.sql.js';
import type { Quota } from './quota.object.js';
import { quotaLimits } from './quota-limits.js';
import { startRates } from './start-rates.js';
import { storedBytes } from './storage.js';

/** The quotas of a workspace with their use, counted now. */
export async function readQuotas({ workspaceId, services, sql }: Scope): Promise<Quota[]> {
  const limits = services.get(quotaLimits);
  const limitOf = (name: QuotaName) => limits.limit(workspaceId, name);
  const uses: Readonly<Record<QuotaName, () => Promise<number>>> = {
    executionsInFlight: () => countInFlight(sql, workspaceId),
    executionsQueued: () => countQueued(sql, workspaceId, limitOf('executionsQueued')),
    executionsStartedPerMinute: () => services.get(startRates).used(workspaceId, limitOf('executionsStartedPerMinute')),
    descendantsOfRoot: () => largestTree(sql, workspaceId),
    storageBytes: () => storedBytes(sql, workspaceId),
  };
  const refusals = await readRefusals(sql, workspaceId);
  const quotas: Quota[] = [];
  // One after the other: the request holds one connection, not five.
  for (const name of quotaNames) {
    const { refused = 0, refusedAt = null } = refusals.get(name) ?? {};
    quotas.push({ name, limit: limitOf(name), used: await uses[name](), refused, refusedAt });
  }
  return quotas;
}

type Refusals = ReadonlyMap<string, Pick<Quota, 'refused' | 'refusedAt'>>;

async function readRefusals(sql: Sql, workspaceId: string): Promise<Refusals> {
  const text = `/* quota_refusals */ select name, refused::float8 as refused, refused_at as "refusedAt"
    from quota_refusals where workspace_id = $1`;
  const { rows } = await sql.query<{ name: string; refused: number; refusedAt: Date }>(statement(text, [workspaceId]));
  return new Map(rows.map(({ name, ...refusal }) => [name, refusal]));
}
