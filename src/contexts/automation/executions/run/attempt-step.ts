import {
  bindConditions,
  ExpressionError,
  type ExpressionScope,
  metered,
  NullOperandError,
  nodeAt,
  type PlannedNode,
  redactionMark,
  resolveExpression,
  resolveForEach,
  SecretSinkError,
  type Taint,
  WorkLimitError,
} from '../../../../engine/index.js';
import type { EngineError } from '../../../../engine/step.js';
import type { NodeContext, NodeType, Outcome } from '../../../../nodes/index.js';
import type { Cause } from '../../../../platform/events/index.js';
import { histogram } from '../../../../platform/metrics/index.js';
import { OutboundError } from '../../../../platform/outbound/index.js';
import { inSpan } from '../../../../platform/tracing/tracing.js';
import { createStepMeter, type MeteredStep, type OperationEnd } from '../../../billing/usage/index.js';
import type { StepRecord } from '../store/execution-record.js';
import { tokenOfLink } from './approval-link.js';
import { limitWait, timeoutOf, withTimeout } from './attempt-timeout.js';
import { expressionFailure } from './expression-failure.js';
import { databaseFor, fetchFor } from './fetch-for.js';
import { hideSecrets } from './hide-secrets.js';
import { missingName } from './missing-name.js';
import { type Attempt, type PreparedStep, prepareStep, typeOfStep } from './prepare-step.js';
import { SentSecrets } from './sent-secrets.js';
import { simulateStep } from './simulate-step.js';
import { areCarriable } from './step-limits.js';
import { takeInnerSlot, takeSlot } from './take-slot.js';
import { visibleExecution } from './visible-execution.js';
import { waitForWindow } from './wait-to-begin.js';

const stepSeconds = histogram(
  'step_duration_seconds',
  'Duration of attempts of steps, by node type and outcome: `done`, `failed`, `wait`, `postponed`, `loop` or `stop`.',
  [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800],
  ['node_type', 'outcome'],
);

/** How an attempt ended, with what is recorded of it in any case. */
export type AttemptResult = Outcome & {
  seen?: Pick<StepRecord, 'input' | 'logs' | 'variables'>;
  /** Results of the billable operations of the attempt. */
  operations?: OperationEnd[];
};

/** Runs one attempt of a step. Every error of the node becomes a failed outcome. */
export async function attemptStep(
  attempt: Attempt,
  preparing: PreparedStep | Promise<PreparedStep> = prepareStep(attempt),
): Promise<AttemptResult> {
  const { nodeType, nodeId, iteration, attempt: number } = attempt.step;
  const attributes = { 'node.id': nodeId, 'node.type': nodeType, 'step.iteration': iteration, 'step.attempt': number };
  const began = performance.now();
  const result = await inSpan(`step ${nodeType}`, { attributes }, async (span) => {
    const ended = await runAttempt(attempt, preparing);
    if (ended.kind === 'failed') span?.fail(ended.error.code);
    return ended;
  });
  if (!attempt.deps.simulate)
    stepSeconds.observe({ node_type: nodeType, outcome: result.kind }, (performance.now() - began) / 1_000);
  return result;
}

async function runAttempt(attempt: Attempt, preparing: PreparedStep | Promise<PreparedStep>): Promise<AttemptResult> {
  const { deps, step, executionContext } = attempt;
  const prepared = preparing instanceof Promise ? await preparing : preparing;
  const { logs, work } = prepared;
  const type = typeOfStep(attempt);
  const { secrets } = executionContext;
  let variables: Record<string, unknown> | null = null;
  let unmet: EngineError | null = null;
  const setVariables = (set: Record<string, unknown>) => {
    variables = { ...variables, ...set };
  };
  const seen = () => ({ input: prepared.recorded, logs: logs.lines, variables });
  if (prepared.kind === 'failed') {
    const { error, handles } = prepared;
    return { kind: 'failed', error, ...(handles && { handles }), retryable: false, seen: seen() };
  }
  const meter = createStepMeter(deps.credits, meteredStep(attempt), attempt.onLateOperation);
  const idempotencyKey = `${executionContext.run.id}:${step.nodeId}:${step.iteration}`;
  const sent = new SentSecrets(prepared.secretUses);
  const ports = deps.ports({
    meter,
    workspaceId: executionContext.run.workspaceId,
    executionId: executionContext.run.id,
    nodeId: step.nodeId,
    attempt: step.attempt,
    runAs: executionContext.run.runAs,
    simulated: isSimulated(attempt),
    idempotencyKey,
    redact: (value) => secrets.links.redact(value),
    cause: causeOf(attempt, (level, message) => logs.add(level, message)),
    database: (connection) => databaseFor(attempt, sent, connection),
  });
  const early =
    type.opensAt && !isSimulated(attempt) && (await waitForWindow(type, prepared.data, { now: deps.now(), ports }));
  if (early) return { ...early, seen: seen() };
  const rated = { deps, workspaceId: executionContext.run.workspaceId, signal: attempt.signal };
  const rate = isSimulated(attempt) ? null : (type.rateOf?.(prepared.data) ?? prepared.rate);
  // Before the attempt's timeout begins.
  const refused = rate && (await takeSlot(rated, rate, step));
  if (refused) return { ...refused, seen: seen() };
  const share = deps.memory.share(executionContext.run.workspaceId);
  const evaluated = <T>(evaluate: (scope: ExpressionScope) => { value: T; missing: readonly string[] }): T => {
    const scope = executionContext.scopeOf(attempt.state, step, prepared.read);
    const { values } = executionContext.secrets;
    const { value, missing } = metered(work, () => {
      try {
        return evaluate(scope);
      } catch (error) {
        if (error instanceof NullOperandError) unmet = missingName(error.missing, values);
        throw error;
      }
    });
    unmet = missingName(missing, values);
    if (unmet) throw new ExpressionError(unmet.message);
    for (const path of missing) logs.add('warn', `${path} has no value in this execution. An empty value was used.`);
    return value;
  };
  const context: Omit<NodeContext<Record<string, unknown>>, 'signal'> = {
    data: prepared.data,
    recorded: prepared.shown,
    inputs: executionContext.inputsOf(attempt.state, step),
    triggerData: executionContext.run.triggerData,
    now: executionContext.now(step),
    isFirst: !executionContext.hasCompleted(step.nodeType),
    nodeId: step.nodeId,
    idempotencyKey,
    fetch: (url, init) => fetchFor(attempt, sent, url, { ...init, share }),
    parseJson: (text) => deps.json.parse(text, executionContext.run.workspaceId),
    log: (level, message) => logs.add(level, message),
    setVariable: (name, value) => setVariables({ [name]: value }),
    evaluate: (expression) => evaluated((scope) => resolveExpression(expression, scope)),
    evaluateEach: (data, items) => evaluated((scope) => resolveForEach(data, items, scope)),
    bindConditions: (conditions, taken) => evaluated((scope) => bindConditions(conditions, scope, taken)),
    visible: () => visibleExecution(attempt, prepared.read),
    approvalLink: (approver) => {
      const target = {
        workspaceId: executionContext.run.workspaceId,
        executionId: executionContext.run.id,
        stepId: step.id,
        approver,
      };
      const link = deps.approvalLink(target);
      // Anyone who has the link can decide: it leaves the server, but is never stored.
      secrets.links.addEntries([{ text: tokenOfLink(link), shown: redactionMark }]);
      return link;
    },
    takeSlot: async (further, signal) => (isSimulated(attempt) ? null : takeInnerSlot({ ...rated, signal }, further)),
    callFlow: (request) => {
      if (sent.uses.length > 0) secrets.hide(sent.uses.flatMap((use) => use.sent));
      return deps.callFlow({ run: executionContext.run, step, secrets }, request);
    },
    ports,
  };
  const seconds = timeoutOf(attempt.state.plan, step);
  // What the node evaluates before it waits for something, for example its conditions, is paid by the same meter.
  const runNode = (signal: AbortSignal) => metered(work, () => type.run({ ...context, signal }));
  const runWith = (signal: AbortSignal) => withoutThrow(attempt, signal, async () => runNode(signal));
  const run = () => (type.effects ? withTimeout(seconds, attempt.signal, runWith) : runWith(attempt.signal));
  const ended = await (isSimulated(attempt) ? simulate(attempt, type, run, setVariables) : run()).finally(() =>
    share.release(),
  );
  const outcome = hideSecrets(ended, { attempt, type, prepared, sent });
  const operations = meter.drainEnds();
  if (!areCarriable(variables)) {
    variables = null;
    return { kind: 'failed', error: variablesTooLarge, retryable: false, seen: seen(), operations };
  }
  if (outcome.kind !== 'failed') {
    return { ...limitWait(outcome, context.now, seconds), seen: seen(), operations };
  }
  // Redacted before it is cut to its maximum length: a part of a link would not be recognized.
  return { ...outcome, error: secrets.links.redact(unmet ?? outcome.error), seen: seen(), operations };
}

/** The cause of the step's changes: its execution, and all executions that led to it. */
function causeOf({ step, executionContext: { run } }: Attempt, log: Cause['log']): Cause {
  const { id: executionId, flowId, chain } = run;
  return { executionId, flowId, stepId: step.id, chain: [...chain, flowId], ...(log && { log }) };
}

function meteredStep({ step, executionContext: { run } }: Attempt): MeteredStep {
  const { workspaceId, id: executionId, flowId } = run;
  const { nodeId, iteration, attempt } = step;
  return { workspaceId, executionId, flowId, nodeId, iteration, attempt };
}

/** An error for the server's log, which must not contain secrets either. */
function readable(error: unknown, taint: Taint): unknown {
  if (!(error instanceof Error)) return taint.redact(String(error));
  return taint.redact({ type: error.name, message: error.message, stack: error.stack });
}

/** Whether the steps of an execution affect nothing. */
export function isSimulated({ deps, executionContext }: Pick<Attempt, 'deps' | 'executionContext'>): boolean {
  return deps.simulate !== undefined || executionContext.run.trigger === 'simulation';
}

async function simulate(
  { deps, state, step, executionContext: { run } }: Attempt,
  type: NodeType,
  perform: () => Promise<Outcome>,
  setVariables: (set: Record<string, unknown>) => void,
): Promise<Outcome> {
  const planned = nodeAt(state.plan, step) as PlannedNode;
  const { simulate = simulateStep } = deps;
  const { variables, ...outcome } = await simulate({ run, type, planned, iteration: step.iteration }, perform);
  if (variables) setVariables(variables);
  return outcome;
}

const variablesTooLarge: EngineError = {
  code: 'VARIABLES_TOO_LARGE',
  message: 'The variables that a step sets must be at most 1 MiB in total. Set only the parts that later steps need.',
};

async function withoutThrow(
  { deps, step, executionContext }: Attempt,
  signal: AbortSignal,
  run: () => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof OutboundError) return { kind: 'failed', error: { code: error.code, message: error.message } };
    if (error instanceof WorkLimitError || error instanceof SecretSinkError)
      return {
        kind: 'failed',
        error: expressionFailure(error, deps.nodes, executionContext.secrets.values),
        retryable: false,
      };
    // A node that throws because it was aborted is not an error.
    if (!signal.aborted)
      deps.log.error(
        {
          err: readable(error, executionContext.secrets.texts),
          nodeType: step.nodeType,
          nodeId: step.nodeId,
          executionId: executionContext.run.id,
          workspaceId: executionContext.run.workspaceId,
        },
        'node failed unexpectedly',
      );
    return {
      kind: 'failed',
      error: { code: 'NODE_FAILED', message: 'The node failed unexpectedly. The server log contains the cause.' },
    };
  }
}
