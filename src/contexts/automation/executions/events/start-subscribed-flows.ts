import { createHash } from 'node:crypto';
import {
  type Condition,
  ExpressionError,
  ExpressionSyntaxError,
  evaluateConditions,
  RegexError,
  resolveFields,
} from '../../../../engine/index.js';
import type { Sql } from '../../../../platform/database/database.js';
import { statement } from '../../../../platform/database/statement.js';
import type { Cause } from '../../../../platform/events/index.js';
import type { FlowSettings } from '../../flows/index.js';
import type { ExecutionTrigger } from '../checkpoint/execution-record.js';
import { startExecutions } from '../checkpoint/execution-store.js';
import { newExecution } from '../start/new-execution.js';
import type { StartQuota } from '../start/start-quota.js';

/** An active flow whose trigger an event may match. */
export interface SubscribedFlow {
  id: string;
  name: string;
  version: number;
  settings: FlowSettings;
}

/** What starts the flows that subscribe to it. */
export interface Occurrence {
  workspaceId: string;
  trigger: ExecutionTrigger;
  /** Unique: for one key each flow is started once. */
  key: string;
  /** Its name in logs. */
  name: string;
  triggerData: unknown;
  causedBy: Cause | undefined;
}

/** What an event started. */
export interface StartedByEvent {
  executionIds: string[];
  /** Flows that were not started because the chain of causes contains them three times. */
  loopedFlowIds: string[];
}

/** Executions of one flow in a chain of causes, after which it is not started again. */
const chainAtMost = 3;

/**
 * Starts the flows whose conditions hold, each once for the event's key, in the caller's transaction. What a loop or a
 * quota prevents is logged; the change that caused the event succeeds in any case.
 */
export async function startSubscribedFlows(
  sql: Sql,
  flows: readonly SubscribedFlow[],
  occurrence: Occurrence,
  quota: StartQuota,
): Promise<StartedByEvent> {
  const { workspaceId, trigger, triggerData, key, causedBy } = occurrence;
  const globalVars = await globalVarsFor(sql, workspaceId, flows);
  const met = flows.filter((flow) =>
    areMet(flow, { triggerData, globalVars, workspace: { id: workspaceId }, now: new Date() }),
  );
  const chain = [...(causedBy?.chain ?? [])];
  const looped = met.filter(({ id }) => chain.filter((one) => one === id).length >= chainAtMost);
  for (const flow of looped) {
    const why = `because that flow is in the chain of causes ${chainAtMost} times already.`;
    await logRefusal(sql, occurrence, `EVENT_LOOP: ${refusalOf(occurrence, flow)}, ${why}`);
  }
  const wanted = met
    .filter((flow) => !looped.includes(flow))
    .map((flow) =>
      newExecution({
        workspaceId,
        flow,
        trigger,
        startNodeId: null,
        triggerData,
        call: { parentExecutionId: null, parentStepId: null, chain, depth: 0 },
        // No key of a client begins with this character.
        idempotency: { key: `\u0001event:${key}`, hash: createHash('sha256').update(key).digest('hex') },
      }),
    );
  const { runs, refused } = await quota.queue({ sql, runs: wanted, causeId: causedBy?.executionId });
  for (const { id, flowId, flowName } of wanted) {
    if (runs.some((run) => run.id === id)) continue;
    const refusal = refusalOf(occurrence, { id: flowId, name: flowName });
    await logRefusal(sql, occurrence, `QUOTA_EXCEEDED: ${refusal}. ${refused?.message}`);
  }
  const started = runs.length === 0 ? new Map() : await startExecutions(sql, runs);
  const executionIds = runs.map(({ id }) => id).filter((id) => started.get(id)?.executionId === id);
  return { executionIds, loopedFlowIds: looped.map(({ id }) => id) };
}

type Scope = Parameters<typeof resolveFields>[1];

function areMet({ id, name, settings }: SubscribedFlow, scope: Scope): boolean {
  const { conditions } = settings.triggerConfig;
  if (!Array.isArray(conditions)) return true;
  try {
    const { value } = resolveFields(conditions as Condition[], { ...scope, flow: { id, name } });
    return evaluateConditions(value);
  } catch (error) {
    // A condition that cannot be evaluated for this event does not hold.
    if (error instanceof ExpressionError || error instanceof ExpressionSyntaxError || error instanceof RegexError)
      return false;
    throw error;
  }
}

/** Read only if a condition refers to them. */
async function globalVarsFor(sql: Sql, workspaceId: string, flows: readonly SubscribedFlow[]): Promise<object> {
  const asked = flows.some(({ settings }) =>
    JSON.stringify(settings.triggerConfig.conditions ?? '').includes('globalVars'),
  );
  if (!asked) return {};
  const text = '/* global_vars_of_conditions */ select name, value from global_variables where workspace_id = $1';
  const { rows } = await sql.query<{ name: string; value: string }>(statement(text, [workspaceId]));
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

function refusalOf({ name }: Occurrence, flow: Pick<SubscribedFlow, 'id' | 'name'>): string {
  return `${name} did not start the flow ${flow.name} (${flow.id})`;
}

/** Writes to the log of the causing step: while it is in progress, or to its stored log if it has ended. */
async function logRefusal(sql: Sql, { workspaceId, causedBy }: Occurrence, message: string): Promise<void> {
  if (!causedBy) return;
  if (causedBy.log) return causedBy.log('warn', message);
  const text = `/* log_refused_start */ update execution_steps
    set logs = (coalesce(logs::jsonb, '[]') || jsonb_build_object('at', $4::text, 'level', 'warn', 'message', $5::text))::json
    where workspace_id = $1 and execution_id = $2 and id = $3 and coalesce(json_array_length(logs), 0) < 1000`;
  await sql.query(
    statement(text, [workspaceId, causedBy.executionId, causedBy.stepId, new Date().toISOString(), message]),
  );
}
