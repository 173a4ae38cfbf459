import QuickLRU from 'quick-lru';
import { compilePlan, type Plan } from '../../../../engine/index.js';
import { catalogue } from '../../../../nodes/index.js';
import type { Sql } from '../../../../platform/database/database.js';
import { defineService } from '../../../../platform/define-service.js';
import { creditMicros } from '../../../billing/usage/index.js';
import { type FlowVersionRow, readFlowVersion } from '../../flows/index.js';
import type { ClaimedExecution } from '../checkpoint/execution-record.js';

/** A flow version made ready to run. Versions never change, so it is shared by all of their runs. */
export interface ExecutableVersion {
  row: FlowVersionRow;
  /** Default values of the flow's own variables. */
  variables: Readonly<Record<string, unknown>>;
  /** Seconds of running time. */
  timeoutSeconds: number;
  /** Micro-credits that the flow may spend in a day; null: no limit of its own. */
  dailyBudget: bigint | null;
  planFrom(startNodeId: string | null): Plan;
}

export interface FlowVersionReader {
  /** @throws Error where the version is gone, which only the deletion of a whole workspace can bring about */
  read(run: Pick<ClaimedExecution, 'workspaceId' | 'flowId' | 'flowVersion'>): Promise<ExecutableVersion>;
}

/** Versions of flows, made ready to run. */
export const flowVersions = defineService('flow versions', ({ db }) => createFlowVersionReader(db.pool));

/** Reads versions once and keeps the latest used. */
function createFlowVersionReader(sql: Sql, versionsAtMost = 500): FlowVersionReader {
  const known = new QuickLRU<string, Promise<ExecutableVersion>>({ maxSize: versionsAtMost });
  return {
    read({ workspaceId, flowId, flowVersion }) {
      const key = `${workspaceId} ${flowId} ${flowVersion}`;
      const found = known.get(key);
      if (found) return found;
      const version = readFlowVersion(sql, workspaceId, flowId, flowVersion).then(makeRunnable);
      known.set(key, version);
      version.catch(() => known.delete(key));
      return version;
    },
  };
}

function makeRunnable(row: FlowVersionRow | null): ExecutableVersion {
  if (!row) throw new Error('The version of the flow that the run goes by is gone.');
  const plans = new Map<string | null, Plan>();
  return {
    row,
    variables: Object.fromEntries(row.variables.map(({ name, value }) => [name, value])),
    timeoutSeconds: typeof row.settings.timeout === 'number' ? row.settings.timeout : 300,
    dailyBudget: typeof row.settings.dailyBudget === 'string' ? creditMicros(row.settings.dailyBudget) : null,
    planFrom(startNodeId) {
      const plan = plans.get(startNodeId) ?? compilePlan(row, catalogue, startNodeId ?? undefined);
      // Start nodes come from the graph, so there are at most as many plans as nodes; keep the usual one.
      if (startNodeId === null) plans.set(null, plan);
      return plan;
    },
  };
}
