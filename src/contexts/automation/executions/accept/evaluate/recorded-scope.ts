import {
  type EngineError,
  type ExpressionScope,
  eachItemOf,
  isItemVisit,
  LargeValue,
  loopItemOf,
  type Plan,
  type Reference,
  type StepState,
  upstreamOf,
  visibleOutputs,
} from '../../../../../engine/index.js';
import { statement } from '../../../../../platform/database/statement.js';
import { notFound } from '../../../../../platform/errors/errors.js';
import { requireId, type Scope } from '../../../../../platform/graphql/context.js';
import { executionValues } from '../../../../accounts/secrets/index.js';
import { fileStore } from '../../../files/index.js';
import { readState } from '../../../flow-state/index.js';
import { flowVersions } from '../../run/flow-version-reader.js';
import { stateKeysIn } from '../../run/read-values.js';
import { shownExecution } from '../../run/step-address.js';
import type { ClaimedExecution, StepRecord } from '../../store/execution-record.js';
import { selectRecorded } from '../../store/recorded-execution.js';
import { readBlobs } from '../../store/values/blobs.js';
import { fromColumn } from '../../store/values/large-values.js';
import { type ReadValues, ValueReader, ValueTooLarge } from '../../store/values/value-reader.js';
import { wantedValues } from '../../store/values/wanted-values.js';

/** Where an expression is evaluated, and what it reads. */
interface Place {
  executionId: string;
  /** Null for the end of the execution. */
  nodeId: string | null;
  references: readonly Reference[];
}

/** The recorded data of an execution, as an expression of a node reads it. */
export interface Recording {
  /** The nodes of the flow. */
  nodeIds: readonly string[];
  /** Reads the data. @throws ValueTooLarge */
  scope(): Promise<ExpressionScope>;
}

type ExecutionRow = Pick<
  ClaimedExecution,
  | 'id'
  | 'workspaceId'
  | 'workspaceName'
  | 'flowId'
  | 'flowName'
  | 'flowVersion'
  | 'trigger'
  | 'startNodeId'
  | 'triggerData'
  | 'request'
  | 'simulated'
  | 'startedAt'
>;

type StepRow = Pick<
  StepRecord,
  'nodeId' | 'iteration' | 'status' | 'handle' | 'output' | 'variables' | 'seq' | 'progress'
> & {
  error: EngineError | null;
  /** Of a loop, and of a node with `each`: the fields with which it began. */
  input: { items?: unknown; each?: unknown } | null;
};

/** The recorded data that an expression reads, of an execution of the workspace. @throws AppError NOT_FOUND */
export async function readRecording(scope: Scope, place: Place): Promise<Recording> {
  const execution = await selectRecorded(scope.sql, 'recording', scope.workspaceId)
    .select('e.simulated')
    .where('e.id', '=', requireId(place.executionId, 'execution'))
    .$castTo<ExecutionRow>()
    .executeTakeFirst();
  if (!execution) throw notFound('execution');
  const version = await scope.services.get(flowVersions).read(execution);
  const plan = version.planFrom(execution.startNodeId);
  return {
    nodeIds: version.row.nodes.map(({ id }) => id),
    scope: () => scopeAt(scope, execution, { ...place, plan, variables: version.variables }),
  };
}

interface PlaceInPlan extends Place {
  plan: Plan;
  /** Default values of the flow's variables. */
  variables: Readonly<Record<string, unknown>>;
}

async function scopeAt(scope: Scope, run: ExecutionRow, place: PlaceInPlan): Promise<ExpressionScope> {
  const { plan, references } = place;
  const nodeId = place.nodeId !== null && plan.nodes.has(place.nodeId) ? place.nodeId : null;
  const { iteration, steps } = await readSteps(scope, run.id, { ...place, nodeId });
  const visit = { nodeId: nodeId ?? '', iteration };
  const outputs = (read: ReadValues) =>
    visibleOutputs(plan, steps, visit, (output) =>
      output instanceof LargeValue ? (read.get(output) ?? output) : output,
    );
  const triggerData = fromColumn(run.triggerData);
  const request = fromColumn(run.request);
  const wanted = wantedValues(
    references,
    { triggerData, request, steps: outputs(new Map()) },
    (id) => `the node ${id}`,
  );
  const read = await readerOf(scope).contents(wanted);
  return {
    triggerData: triggerData instanceof LargeValue ? read.get(triggerData) : triggerData,
    request: request instanceof LargeValue ? read.get(request) : request,
    variables: variablesAt(place.variables, steps),
    state: await stateAt(scope, run, references),
    steps: outputs(read),
    loop: nodeId === null ? null : loopItemOf(plan, steps, visit),
    item: eachItemOf(plan, steps, visit)?.item ?? null,
    index: eachItemOf(plan, steps, visit)?.index ?? null,
    execution: shownExecution(plan, visit, {
      id: run.id,
      startedAt: new Date(run.startedAt).toISOString(),
      trigger: run.trigger,
    }),
    flow: { id: run.flowId, name: run.flowName },
    workspace: { id: run.workspaceId, name: run.workspaceName },
    now: scope.services.now().toISOString(),
  };
}

const bytesAtMost = 10 * 1024 * 1024;

// Measures what it reads first. Of a loop only the iterations around the node matter, so at most one step of each node and level
// is read.
const stepsText = `/* recorded_steps_at */
  with place as (
    select coalesce((select iteration from execution_steps where workspace_id = $1 and execution_id = $2 and node_id = $3
      order by started_at desc, id desc limit 1), '') as iteration
  ), picked as materialized (
    select s.node_id as "nodeId", s.iteration, s.status, s.handle, s.output, s.variables, s.error, s.seq,
      case when s.progress is not null then s.input end as input, s.progress,
      coalesce(octet_length(s.output::text), 0) + coalesce(octet_length(s.variables::text), 0) as bytes
    from place p join execution_steps s on s.workspace_id = $1 and s.execution_id = $2
      and (s.iteration = '' or s.iteration = p.iteration or starts_with(p.iteration, s.iteration || '.'))
    where ($4::text[] is null or s.node_id = any($4)) and (s.variables is not null or s.node_id = any($5::text[]))
  )
  select p.iteration, (select coalesce(sum(bytes), 0)::float8 from picked) as bytes,
    case when (select coalesce(sum(bytes), 0) from picked) <= ${bytesAtMost} then
      (select json_agg(s order by s.seq nulls last) from picked s) end as steps
  from place p`;

/** The steps that the expression reads, those that have set variables, and the loops around the node. */
async function readSteps(
  scope: Scope,
  executionId: string,
  { plan, nodeId, references }: PlaceInPlan,
): Promise<{ iteration: string; steps: (StepState & Pick<StepRow, 'variables' | 'seq'>)[] }> {
  const around = loopsAround(plan, nodeId);
  const upstream = nodeId === null ? null : [...upstreamOf(plan, nodeId), ...around];
  const named = references.filter(({ root }) => root === 'steps').map(({ path: [id] }) => id);
  const wanted = named.includes(undefined) ? [...plan.nodes.keys()] : named.map(String);
  const { rows } = await scope.sql.query<{ iteration: string; bytes: number; steps: StepRow[] | null }>(
    statement(stepsText, [scope.workspaceId, executionId, nodeId, upstream, [...wanted, ...around]]),
  );
  const { iteration = '', bytes = 0, steps } = rows[0] ?? {};
  if (bytes > bytesAtMost) {
    throw new ValueTooLarge(
      `The expression reads more than ${bytesAtMost / 1024 / 1024} MiB of recorded data. Name the steps that it reads.`,
    );
  }
  const read = (steps ?? []).map((step) => ({ ...step, output: fromColumn(step.output) }));
  return { iteration: nodeId === null ? '' : iteration, steps: read.map((step) => atItem(plan, step, around)) };
}

/** A loop around the node as it was while the item ran: its items are those with which it began. */
function atItem<T extends StepRow>(plan: Plan, step: T, around: readonly string[]): T {
  if (!around.includes(step.nodeId) || step.status === 'running' || isItemVisit(plan, step)) return step;
  return { ...step, status: 'running', output: { items: step.input?.items ?? step.input?.each ?? [] } };
}

/** The loops around a node, and the node itself if it runs for each item of a list. */
function loopsAround(plan: Plan, nodeId: string | null): string[] {
  const loops: string[] = nodeId !== null && plan.nodes.get(nodeId)?.each ? [nodeId] : [];
  let loop = nodeId === null ? null : (plan.nodes.get(nodeId)?.loop ?? null);
  while (loop !== null) {
    loops.push(loop);
    loop = plan.nodes.get(loop)?.loop ?? null;
  }
  return loops;
}

function variablesAt(
  defaults: Readonly<Record<string, unknown>>,
  steps: readonly Pick<StepRow, 'variables'>[],
): Record<string, unknown> {
  return Object.assign({}, defaults, ...steps.map(({ variables }) => variables ?? {}));
}

/** The entries of the flow's state that an expression names, as they are now. */
async function stateAt({ sql }: Scope, run: ExecutionRow, references: readonly Reference[]) {
  const keys = stateKeysIn(references);
  return keys.length === 0 ? {} : readState(sql, run, keys);
}

/** The global variables of the workspace that an expression names. No secret is read with them. */
export async function globalVarsOf(
  { services, workspaceId }: Scope,
  references: readonly Reference[],
): Promise<Readonly<Record<string, string>>> {
  const names = references
    .filter(({ root }) => root === 'globalVars')
    .map(({ path: [name] }) => ({ kind: 'globalVar' as const, name: name === undefined ? '*' : String(name) }));
  return names.length === 0
    ? {}
    : (await services.get(executionValues)({ workspaceId, flowId: workspaceId, names })).globalVars;
}

/** Reads what rows show: a blob with secrets is encrypted, and no row that shows its value refers to it. */
function readerOf({ sql, workspaceId, services: { json, get } }: Scope): ValueReader {
  const open = () => Promise.reject(new Error('An encrypted value must not be read.'));
  const parse = (text: string) => json.parse(text, workspaceId).catch(() => JSON.parse(text));
  const read = (ids: readonly string[]) => readBlobs({ sql, files: get(fileStore) }, workspaceId, ids);
  return new ValueReader({ workspaceId, vault: { open }, read, parse });
}
