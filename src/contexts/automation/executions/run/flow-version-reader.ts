import QuickLRU from 'quick-lru';
import { compilePlan, type Graph, type Plan } from '../../../../engine/index.js';
import { catalogue } from '../../../../nodes/index.js';
import type { Sql } from '../../../../platform/database/database.js';
import { defineService } from '../../../../platform/define-service.js';
import { type FlowVersionRow, readFlowVersion } from '../../flows/index.js';
import type { ClaimedExecution } from '../store/execution-record.js';

/** A flow version prepared for running. Versions never change, so all executions of a version share it. */
export interface ExecutableVersion {
  row: FlowVersionRow;
  /** Default values of the flow's own variables. */
  variables: Readonly<Record<string, unknown>>;
  /** Seconds of running time. */
  timeoutSeconds: number;
  planFrom(startNodeId: string | null): Plan;
}

type RunOfVersion = Pick<ClaimedExecution, 'workspaceId' | 'flowId' | 'flowVersion' | 'simulated'> &
  Partial<Pick<ClaimedExecution, 'flowName'>>;

export interface FlowVersionReader {
  /**
   * What an execution runs: its version, or the content that a simulation brings.
   * @throws Error if the version does not exist, which only the deletion of the workspace can cause
   */
  read(run: RunOfVersion): Promise<ExecutableVersion>;
}

/** Flow versions prepared for running. */
export const flowVersions = defineService('flow versions', ({ db }) => createFlowVersionReader(db.pool));

/** Reads each version once and caches the most recently used. */
function createFlowVersionReader(sql: Sql, versionsAtMost = 500): FlowVersionReader {
  const known = new QuickLRU<string, Promise<ExecutableVersion>>({ maxSize: versionsAtMost });
  return {
    async read({ workspaceId, flowId, flowName = '', flowVersion, simulated }) {
      if (simulated?.content) return makeRunnable({ name: flowName, ...simulated.content });
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

/** The plan of content from a start node; null for its trigger. */
export function preparePlan(content: Graph, startNodeId: string | null): Plan {
  return compilePlan(content, catalogue, startNodeId ?? undefined);
}

/** The trigger that a plan starts with; null for another node. */
export function triggerOf({ startNodeId, nodes }: Plan): string | null {
  return startNodeId !== null && nodes.get(startNodeId)?.shape.trigger ? startNodeId : null;
}

function makeRunnable(row: FlowVersionRow | null): ExecutableVersion {
  if (!row) throw new Error('The flow version of the execution was not found.');
  const plans = new Map<string | null, Plan>();
  return {
    row,
    variables: Object.fromEntries(row.variables.map(({ name, value }) => [name, value])),
    timeoutSeconds: typeof row.settings.timeout === 'number' ? row.settings.timeout : 300,
    planFrom(startNodeId) {
      const plan = plans.get(startNodeId) ?? preparePlan(row, startNodeId);
      // A flow has few triggers, but any node of it may be started from.
      if (startNodeId === null || plan.nodes.get(startNodeId)?.shape.trigger) plans.set(startNodeId, plan);
      return plan;
    },
  };
}
