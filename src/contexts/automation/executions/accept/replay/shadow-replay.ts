import { visitKey } from '../../../../../engine/index.js';
import type { Scope } from '../../../../../platform/graphql/context.js';
import {
  draftOfFlow,
  emptyContent,
  type FlowContent,
  findFlow,
  flowReferencesOf,
  requireNodeRights,
  requireRunnable,
  requireSecretUse,
} from '../../../flows/index.js';
import { flowVersions } from '../../run/flow-version-reader.js';
import { type ComparedStep, compareSteps } from './compare-steps.js';
import { ValuePreviews } from './compare-values.js';
import { answeredTypes } from './recorded-answers.js';
import { findRecordedExecutions, type RecordedExecution, readRecordedSteps } from './recorded-executions.js';
import { drivingHere, replayDeps, replaySlots } from './replay-deps.js';
import { type Replay, type ReplayContext, replayExecution } from './replay-execution.js';
import type {
  NotReplayedReason,
  ReplayedExecution,
  ReplayedStepCounts,
  ShadowReplay,
  ShadowReplayInput,
} from './shadow-replay.object.js';

/** Milliseconds of one request, with the wait for other replays of the workspace, and of one replay. */
const timeLimitMs = { request: 20_000, replay: 5_000 };
/** Steps that are shown of one execution. */
const stepsAtMost = 200;

/**
 * Replays executions of a flow with its draft, or with its current version if it has none, and compares each step with what
 * was recorded. Effects and waits end as they were recorded: nothing leaves the process, and nothing is stored.
 * @throws AppError NOT_FOUND, FORBIDDEN, FLOW_INVALID, VALIDATION_FAILED
 */
export async function shadowReplay(scope: Scope, flowId: string, input: ShadowReplayInput): Promise<ShadowReplay> {
  const { id, name, version } = await findFlow(scope, flowId);
  const executions = await findRecordedExecutions(scope, id, input);
  const draft = await scope.loader(draftOfFlow).load(id);
  const { workspaceId, services } = scope;
  const saved = { workspaceId, flowId: id, flowName: name, flowVersion: version };
  const versions = services.get(flowVersions);
  const { row } = await versions.read(saved);
  const { nodes, edges, variables, settings } = draft ?? row;
  const content: FlowContent = { ...emptyContent, ...row, nodes, edges, variables, settings };
  requireNodeRights(scope.access, nodes);
  if (draft) await requireSecretUse(scope, content);
  await requireRunnable(scope.sql, { workspaceId, flowId: id }, content);
  const deps = replayDeps(services.get(drivingHere));
  const names = await flowReferencesOf(content);
  const context: ReplayContext = {
    deps,
    version: await versions.read({ ...saved, simulated: { content: { nodes, edges, variables, settings } } }),
    values: await deps.values({ workspaceId, flowId: id, names }),
  };
  const replayed = await replayAll(scope, context, executions);
  const count = (result: ReplayedExecution['result']) => replayed.filter((one) => one.result === result).length;
  return {
    content: draft ? 'draft' : 'version',
    flowVersion: version,
    draftRevision: draft?.revision ?? null,
    same: count('same'),
    different: count('different'),
    notReplayed: count('notReplayed'),
    executions: replayed,
  };
}

/** Replays one execution after the other, so that only the values of one are in memory. */
async function replayAll(
  scope: Scope,
  context: ReplayContext,
  executions: readonly RecordedExecution[],
): Promise<ReplayedExecution[]> {
  const over = AbortSignal.timeout(timeLimitMs.request);
  const slot = scope.services.get(replaySlots).of(scope.workspaceId);
  const previews = new ValuePreviews();
  const replayed: ReplayedExecution[] = [];
  try {
    await slot.take(over);
    for (const execution of executions) {
      replayed.push(
        over.aborted
          ? notReplayed(execution, 'timeLimit')
          : await replayOne(scope, context, execution, { over, previews }),
      );
    }
  } finally {
    slot.release();
  }
  return replayed;
}

async function replayOne(
  scope: Scope,
  context: ReplayContext,
  execution: RecordedExecution,
  { over, previews }: { over: AbortSignal; previews: ValuePreviews },
): Promise<ReplayedExecution> {
  const { id, status, startNodeId } = execution;
  if (status === 'running' || status === 'cancelled') return notReplayed(execution, status);
  if (startNodeId !== null && !context.version.row.nodes.some((node) => node.id === startNodeId))
    return notReplayed(execution, 'startNodeMissing');
  const steps = await readRecordedSteps(scope, id);
  if (!steps) return notReplayed(execution, 'tooLarge');
  if (steps.length === 0) return notReplayed(execution, 'notBegun');
  const recorded = new Map(steps.map((step) => [visitKey(step), step]));
  const stopped = AbortSignal.any([over, AbortSignal.timeout(timeLimitMs.replay)]);
  const replay = await replayExecution(context, execution, recorded, stopped);
  if (typeof replay === 'string') return notReplayed(execution, replay);
  const { shown, reader: values, unrecorded, steps: replayed } = replay;
  const answered = answeredTypes(context.deps.nodes);
  const compared = await compareSteps({ recorded, replayed, unrecorded, answered, shown, values, previews });
  return compareExecution(execution, replay, compared);
}

function compareExecution(
  execution: RecordedExecution,
  { status, error, shown }: Replay,
  steps: readonly ComparedStep[],
): ReplayedExecution {
  const firstDivergence = steps.find(({ comparison }) => comparison !== 'same') ?? null;
  const isSame = firstDivergence === null && status === execution.status && error?.code === execution.error?.code;
  return {
    ...outlineOf(execution),
    result: isSame ? 'same' : 'different',
    reason: null,
    statusAfter: status,
    errorAfter: shown(error),
    firstDivergence,
    counts: countsOf(steps),
    steps: shownOf(steps),
  };
}

function notReplayed(execution: RecordedExecution, reason: NotReplayedReason): ReplayedExecution {
  return {
    ...outlineOf(execution),
    result: 'notReplayed',
    reason,
    statusAfter: null,
    errorAfter: null,
    firstDivergence: null,
    counts: countsOf([]),
    steps: [],
  };
}

function outlineOf({ id, flowVersion, createdAt, status, error }: RecordedExecution) {
  return { executionId: id, flowVersion, createdAt, statusBefore: status, errorBefore: error };
}

function countsOf(steps: readonly ComparedStep[]): ReplayedStepCounts {
  const counts = { same: 0, changed: 0, added: 0, removed: 0, unrecorded: 0 };
  for (const { comparison } of steps) counts[comparison] += 1;
  return counts;
}

/** As many steps as are shown; those that are the same are left out first. */
function shownOf(steps: readonly ComparedStep[]): ComparedStep[] {
  let room = stepsAtMost - Math.min(stepsAtMost, steps.filter(({ comparison }) => comparison !== 'same').length);
  const kept = steps.filter(({ comparison }) => comparison !== 'same' || room-- > 0);
  return kept.slice(0, stepsAtMost);
}
