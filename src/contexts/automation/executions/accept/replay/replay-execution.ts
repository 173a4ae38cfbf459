import { ExecutionState, type Visit, visitKey } from '../../../../../engine/index.js';
import type { EngineError } from '../../../../../engine/step.js';
import type { ExecutionValues } from '../../../../accounts/secrets/index.js';
import { claimInMemory } from '../../run/claim-in-memory.js';
import type { DriveDeps } from '../../run/drive-deps.js';
import { ExecutionContext } from '../../run/execution-context.js';
import { ExecutionLifecycle } from '../../run/execution-lifecycle.js';
import { ExecutionSecrets } from '../../run/execution-secrets.js';
import { ExecutionWaits } from '../../run/execution-waits.js';
import type { ExecutableVersion } from '../../run/flow-version-reader.js';
import { HoldGate } from '../../run/hold-gate.js';
import { openValues, withLargeValues } from '../../run/open-values.js';
import { cancelStep } from '../../run/step-record.js';
import { GraphWalk } from '../../run/walk-graph.js';
import * as lifecycleErrors from '../../store/execution-errors.js';
import { ExecutionJournal } from '../../store/execution-journal.js';
import type { ClaimedExecution, StepRecord } from '../../store/execution-record.js';
import { ExecutionSignals } from '../../store/step-signals.js';
import type { ValueReader } from '../../store/values/value-reader.js';
import { RecordedAnswers } from './recorded-answers.js';
import type { RecordedExecution, RecordedStep } from './recorded-executions.js';
import { ReplayStore } from './replay-store.js';

/** What every replay of one request has in common. */
export interface ReplayContext {
  deps: DriveDeps;
  version: ExecutableVersion;
  values: ExecutionValues;
}

/** How a replay has ended. */
export interface Replay {
  status: 'completed' | 'failed';
  error: EngineError | null;
  steps: StepRecord[];
  /** The visits whose effect or wait was not recorded. */
  unrecorded: ReadonlySet<string>;
  /** A value as records show it. */
  shown: ExecutionSecrets['shown'];
  reader: ValueReader;
}

/**
 * Drives an execution again in memory: effects and waits end as they were recorded, everything else runs. Nothing is stored,
 * and nothing leaves the process.
 * @returns why it could not be driven to its end, or how it ended
 */
export async function replayExecution(
  context: ReplayContext,
  execution: RecordedExecution,
  recorded: ReadonlyMap<string, RecordedStep>,
  stopped: AbortSignal,
): Promise<Replay | 'timeLimit' | 'tooLarge'> {
  const store = new ReplayStore();
  const lifecycle = new ExecutionLifecycle();
  // A step that reads large values is in progress before it has a place in the order.
  const answers = new RecordedAnswers(recorded, () => lifecycle.notify());
  const deps = {
    ...context.deps,
    store: store.asExecutionStore(context.deps.store),
    simulate: answers.simulate,
  };
  const run = withLargeValues(claimed(execution));
  const secrets = await ExecutionSecrets.open(deps.vault, run, context.values);
  const reader = await openValues(deps, run, () => !lifecycle.driving);
  const clock = clockOf(execution, recorded);
  const executionContext = new ExecutionContext(run, context.version, secrets, reader, clock, deps.stepAddress);
  const state = new ExecutionState(context.version.planFrom(run.startNodeId), []);
  const journal = new ExecutionJournal({
    store,
    run,
    log: deps.log,
    protect: async (checkpoint) => checkpoint,
    onLost: () => lifecycle.switchTo('abandoned'),
    onRefused: () => lifecycle.switchTo('abandoned'),
  });
  const waits = new ExecutionWaits(deps.now, run.claimedAt, new ExecutionSignals([]));
  const onBroken = (error: unknown) => {
    deps.log.error({ err: error, executionId: run.id, workspaceId: run.workspaceId }, 'replay was interrupted');
    lifecycle.forceFail(lifecycleErrors.broken);
  };
  const holds = new HoldGate({ ...deps, run, isOn: false });
  const walk = new GraphWalk({ deps, run, state, executionContext, journal, lifecycle, waits, holds, onBroken });
  const stop = () => lifecycle.switchTo('abandoned');
  stopped.addEventListener('abort', stop, { once: true });
  await walkToEnd(walk, answers, lifecycle).catch(onBroken);
  stopped.removeEventListener('abort', stop);
  if (!lifecycle.abandoned) await journal.write();
  if (lifecycle.abandoned) return stopped.aborted ? 'timeLimit' : 'tooLarge';
  for (const step of executionContext.open()) store.keep(cancelStep(step, deps.now()));
  if (lifecycle.driving && !state.settled) lifecycle.forceFail(lifecycleErrors.broken);
  return { ...lifecycle.ending, steps: store.steps, unrecorded: answers.unrecorded, shown: secrets.shown, reader };
}

/** Begins what can begin, then lets the steps in progress end one by one, until nothing is left. */
async function walkToEnd(walk: GraphWalk, { order }: RecordedAnswers, lifecycle: ExecutionLifecycle): Promise<void> {
  try {
    await walk.resume();
    while (lifecycle.driving && (walk.ready || walk.busy)) {
      await walk.begin();
      if (!walk.busy) continue;
      // Steps that have just begun reach their place in the order within this round of the event loop.
      await new Promise((resolve) => setImmediate(resolve));
      if (walk.ready) continue;
      order.callNext();
      await lifecycle.nextChange();
    }
  } finally {
    order.end();
    while (walk.busy) await lifecycle.nextChange();
  }
}

/** The execution as if it was claimed before its first step. */
function claimed({ status: _, error: __, createdAt: ___, ...execution }: RecordedExecution): ClaimedExecution {
  return claimInMemory({ ...execution, runAs: null, claimedAt: execution.startedAt });
}

/** Each step has the time at which it was recorded; one that was not, that of the step before. */
function clockOf(
  { startedAt }: Pick<RecordedExecution, 'startedAt'>,
  recorded: ReadonlyMap<string, RecordedStep>,
): (visit: Visit) => Date {
  let last = startedAt;
  return (visit) => {
    last = recorded.get(visitKey(visit))?.at ?? last;
    return new Date(last);
  };
}
