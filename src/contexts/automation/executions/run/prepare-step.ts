import type { z } from 'zod';
import {
  type ExecutionState,
  fieldProblem,
  fieldProblems,
  LargeValue,
  metered,
  nodeAt,
  resolveFields,
  type SecretUse,
  showAs,
  shownOf,
  sinkOf,
  verbatimFieldsOf,
  WorkMeter,
} from '../../../../engine/index.js';
import type { EngineError } from '../../../../engine/step.js';
import { eachNode, type NodeType, type Rate } from '../../../../nodes/index.js';
import { inCountry, phoneRule } from '../../../../platform/phone-number.js';
import type { OperationEnd } from '../../../billing/usage/index.js';
import type { StepRecord } from '../store/execution-record.js';
import { type ReadValues, ValueTooLarge } from '../store/values/value-reader.js';
import type { DriveDeps } from './drive-deps.js';
import { eachRate } from './each-rate.js';
import type { ExecutionContext } from './execution-context.js';
import { expressionFailure } from './expression-failure.js';
import { missingName } from './missing-name.js';
import { readValues } from './read-values.js';
import { requiredFields } from './required-fields.js';
import { limitInput, StepLogs } from './step-limits.js';

export interface Attempt {
  deps: DriveDeps;
  step: StepRecord;
  state: ExecutionState;
  executionContext: ExecutionContext;
  signal: AbortSignal;
  /** Called for billable operations that end after the attempt was abandoned. */
  onLateOperation: (end: OperationEnd) => void;
}

/**
 * A step's fields with resolved expressions: the parsed input of the node and its redacted form, and the large values
 * that its expressions read.
 */
export type PreparedStep = { recorded: unknown; logs: StepLogs; work: WorkMeter } & (
  | {
      kind: 'ready';
      data: Record<string, unknown>;
      /** The same as records show it. */
      shown: Record<string, unknown>;
      read: ReadValues;
      /** The rate by which the items of a node with `each` start, as it was resolved. */
      rate: Rate | null;
      secretUses: readonly SecretUse[];
    }
  | { kind: 'failed'; error: EngineError; handles?: readonly string[] }
);

/**
 * Resolves a step's expressions and parses its fields by the node type: at once, unless the expressions read large
 * values or the state of the flow. Fails only with the database.
 */
export function prepareStep(attempt: Attempt): PreparedStep | Promise<PreparedStep> {
  const { deps, step } = attempt;
  const work = new WorkMeter();
  const resolve = (read: ReadValues) => resolveInCountry(attempt, read, work);
  const reading = readValues(attempt, step);
  if (!reading) return resolve(new Map());
  return reading.then(resolve, (error: unknown) => {
    if (!(error instanceof ValueTooLarge)) throw error;
    const logs = new StepLogs(deps.now, step.logs);
    return { kind: 'failed', error: { code: 'VALUE_TOO_LARGE', message: error.message }, recorded: null, logs, work };
  });
}

/** A field may hold a phone number without its country code: the country of the workspace is read only then. */
function resolveInCountry(attempt: Attempt, read: ReadValues, work: WorkMeter): PreparedStep | Promise<PreparedStep> {
  const resolved = metered(work, () => resolveStep(attempt, read, work));
  if (resolved.kind !== 'failed' || !resolved.error.message.includes(phoneRule)) return resolved;
  return attempt.deps.countryOf(attempt.executionContext.run.workspaceId).then((country) => {
    if (country === null) return resolved;
    const again = new WorkMeter();
    return inCountry(country, () => metered(again, () => resolveStep(attempt, read, again)));
  });
}

/** Missing values that an error names: one of them is usually why a field is not valid. */
const missingNamedAtMost = 3;

function noValue(path: string): string {
  return `${path} has no value in this execution.`;
}

/** What a step runs: its node type, or what starts the items of a node with `each`. */
export function typeOfStep({ deps, state, step }: Pick<Attempt, 'deps' | 'state' | 'step'>): NodeType {
  return nodeAt(state.plan, step)?.each ? eachNode : (deps.nodes.get(step.nodeType) as NodeType);
}

type ParsedFields =
  | { kind: 'valid'; data: Record<string, unknown>; shown: Record<string, unknown> }
  | { kind: 'invalid'; problems: string; issues: readonly z.core.$ZodIssue[] };

/**
 * Parses the fields of a node. Whether they are valid, and what is wrong with them, is decided by what records show of
 * them: it must not depend on the characters of a secret.
 */
function parseFields(
  type: NodeType,
  { value, shown, hasSecrets }: { value: unknown; shown: unknown; hasSecrets: boolean },
): ParsedFields {
  const parsed = type.fields.safeParse(shown, { error: fieldProblem });
  if (!parsed.success)
    return { kind: 'invalid', problems: fieldProblems(parsed.error.issues), issues: parsed.error.issues };
  if (!hasSecrets) return { kind: 'valid', data: parsed.data, shown: parsed.data };
  const real = type.fields.safeParse(value);
  if (!real.success)
    return { kind: 'invalid', problems: 'The fields with secrets must have the types that they accept.', issues: [] };
  for (const [name, item] of Object.entries(real.data)) showAs(item, parsed.data[name]);
  return { kind: 'valid', data: real.data, shown: parsed.data };
}

function resolveStep(
  { deps, step, state, executionContext }: Attempt,
  read: ReadValues,
  work: WorkMeter,
): PreparedStep {
  const logs = new StepLogs(deps.now, step.logs);
  const planned = nodeAt(state.plan, step);
  const type = typeOfStep({ deps, state, step });
  const { triggerData } = executionContext.run;
  if (type.trigger) {
    const recorded = triggerData instanceof LargeValue ? triggerData : limitInput(shownOf(triggerData));
    return { kind: 'ready', data: {}, shown: {}, recorded, logs, read, work, rate: null, secretUses: [] };
  }
  const { label, disabled, retry, onError, ...own } = planned?.node.data ?? {};
  try {
    const scope = executionContext.scopeOf(state, step, read);
    const {
      value,
      recorded: whole,
      missing,
      secretUses,
      nulls,
    } = resolveFields(own, scope, {
      verbatim: verbatimFieldsOf(type),
      html: type.html,
      sinkOf: (field) => sinkOf(type, field),
    });
    const recorded = limitInput(type.recordedInput?.(whole) ?? whole);
    for (const path of missing) logs.add('warn', `${noValue(path)} An empty value was used.`);
    const unmet = missingName(missing, executionContext.secrets.values);
    if (unmet) return { kind: 'failed', error: unmet, recorded, logs, work };
    const parsed = parseFields(type, { value, shown: whole, hasSecrets: secretUses.length > 0 });
    const required = requiredFields(type, nulls, parsed.kind === 'invalid' ? parsed.issues : []);
    if (required) return { kind: 'failed', error: required, handles: ['failed'], recorded, logs, work };
    if (parsed.kind === 'valid') {
      const rated = eachRate(type, `${executionContext.run.flowId}/${step.nodeId}`, { data: whole, nulls });
      if ('error' in rated) return { kind: 'failed', error: rated.error, recorded, logs, work };
      const { data, shown } = parsed;
      return { kind: 'ready', data, shown, recorded, logs, read, work, rate: rated.rate, secretUses };
    }
    const message = [parsed.problems, ...missing.slice(0, missingNamedAtMost).map(noValue)].join(' ');
    return { kind: 'failed', error: { code: 'FIELD_INVALID', message }, recorded, logs, work };
  } catch (error) {
    const failure = expressionFailure(error, deps.nodes, executionContext.secrets.values);
    return { kind: 'failed', error: failure, recorded: null, logs, work };
  }
}
