import { createHash } from 'node:crypto';
import {
  type Condition,
  ExpressionError,
  ExpressionSyntaxError,
  evaluateConditions,
  metered,
  RegexError,
  resolveFields,
  WorkLimitError,
  WorkMeter,
  workOfTrigger,
} from '../../../../../engine/index.js';
import type { Sql } from '../../../../../platform/database/database.js';
import { tableOf, typed } from '../../../../../platform/database/typed-sql.js';
import type { FlowSettings } from '../../../flows/index.js';
import type { GlobalVariable } from '../../../global-vars/index.js';
import type { ExecutionTrigger } from '../../store/execution-record.js';
import { newExecution } from '../../store/new-execution.js';
import { startExecutions } from '../../store/start-executions.js';
import type { StartQuota } from '../../store/start-quota.js';
import { type Caused, logRefusal } from './log-refusal.js';

/** An active flow whose trigger an event may match. */
export interface SubscribedFlow {
  id: string;
  name: string;
  version: number;
  settings: Pick<FlowSettings, 'maxConcurrent' | 'control'>;
  /** The trigger that the event may match. */
  trigger: { nodeId: string; config: Readonly<Record<string, unknown>> };
}

/** What starts the flows that subscribe to it. */
export interface Occurrence extends Caused {
  trigger: ExecutionTrigger;
  /** Unique: for one key each flow is started once. */
  key: string;
  /** Its name in logs. */
  name: string;
  triggerData: unknown;
  /** Executions of one flow in the chain of causes, after which it is not started again. Defaults to 3. */
  chainAtMost?: number;
}

/** What an event started. */
export interface StartedByEvent {
  executionIds: string[];
  /** Flows that were not started because the chain of causes contains them too often. */
  loopedFlowIds: string[];
  /** Flows that were not started because their conditions need too much work. */
  overworkedFlowIds: string[];
}

/**
 * Starts the flows whose conditions hold, each once for the event's key, in the caller's transaction. The conditions of a
 * flow, and those of all flows together, may do little work: a change must not take long because of the flows that
 * subscribe to it. What that, a loop or a quota prevents is logged; the change that caused the event succeeds in any case.
 */
export async function startSubscribedFlows(
  sql: Sql,
  flows: readonly SubscribedFlow[],
  occurrence: Occurrence,
  quota: StartQuota,
): Promise<StartedByEvent> {
  const { workspaceId, trigger, triggerData, key, causedBy, chainAtMost = 3 } = occurrence;
  const globalVars = await globalVarsFor(sql, workspaceId, flows);
  const scope = { triggerData, globalVars, workspace: { id: workspaceId }, now: quota.now() };
  const { met: matched = [], overworked = [] } = groupByConditions(flows, scope);
  // Of several triggers of a flow that match, the first one starts it.
  const met = [...Map.groupBy(matched, ({ id }) => id).values()].flatMap((triggers) => triggers.slice(0, 1));
  for (const flow of overworked) await logRefusal(sql, quota.now(), occurrence, overworkOf(occurrence, flow));
  const chain = [...(causedBy?.chain ?? [])];
  const looped = met.filter(({ id }) => chain.filter((one) => one === id).length >= chainAtMost);
  for (const flow of looped) {
    const times = chainAtMost === 1 ? '' : ` ${chainAtMost} times`;
    const why = `because that flow is in the chain of causes${times} already.`;
    await logRefusal(sql, quota.now(), occurrence, `EVENT_LOOP: ${refusalOf(occurrence, flow)}, ${why}`);
  }
  const wanted = met
    .filter((flow) => !looped.includes(flow))
    .map((flow) =>
      newExecution({
        workspaceId,
        flow,
        trigger,
        startNodeId: null,
        triggerNodeId: flow.trigger.nodeId,
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
    await logRefusal(sql, quota.now(), occurrence, `QUOTA_EXCEEDED: ${refusal}. ${refused?.message}`);
  }
  const started = runs.length === 0 ? new Map() : await startExecutions(sql, runs);
  const executionIds = runs.map(({ id }) => id).filter((id) => started.get(id)?.executionId === id);
  return { executionIds, loopedFlowIds: looped.map(({ id }) => id), overworkedFlowIds: overworked.map(({ id }) => id) };
}

type Scope = Parameters<typeof resolveFields>[1];

type Verdict = 'met' | 'unmet' | 'overworked';

function groupByConditions(flows: readonly SubscribedFlow[], scope: Scope): Partial<Record<Verdict, SubscribedFlow[]>> {
  const ofEvent = new WorkMeter(workOfTrigger.event);
  return Object.groupBy(flows, (flow) =>
    metered(new WorkMeter(workOfTrigger.flow, ofEvent), () => verdictOn(flow, scope)),
  );
}

function verdictOn({ id, name, trigger }: SubscribedFlow, scope: Scope): Verdict {
  const { conditions } = trigger.config;
  if (!Array.isArray(conditions)) return 'met';
  try {
    const { value } = resolveFields(conditions as Condition[], { ...scope, flow: { id, name } });
    return evaluateConditions(value) ? 'met' : 'unmet';
  } catch (error) {
    if (error instanceof WorkLimitError) return 'overworked';
    // A condition that cannot be evaluated for this event does not hold.
    if (error instanceof ExpressionError || error instanceof ExpressionSyntaxError || error instanceof RegexError)
      return 'unmet';
    throw error;
  }
}

/** Read only if a condition refers to them. */
async function globalVarsFor(sql: Sql, workspaceId: string, flows: readonly SubscribedFlow[]): Promise<object> {
  const asked = flows.some(({ trigger }) => JSON.stringify(trigger.config.conditions ?? '').includes('globalVars'));
  if (!asked) return {};
  const rows = await typed(sql, 'global_vars_of_conditions', tableOf<GlobalVariable>()('global_variables'))
    .selectFrom('global_variables')
    .select(['name', 'value'])
    .where('workspaceId', '=', workspaceId)
    .execute();
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

function refusalOf({ name }: Occurrence, flow: Pick<SubscribedFlow, 'id' | 'name'>): string {
  return `${name} did not start the flow ${flow.name} (${flow.id})`;
}

function overworkOf(occurrence: Occurrence, flow: SubscribedFlow): string {
  return `WORK_LIMIT: ${refusalOf(occurrence, flow)}, because the conditions of its trigger need too much work. Simplify them, or check them in the flow with logic.if.`;
}
