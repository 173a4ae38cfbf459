import { type Expectation, type Expected, stepKey } from './interpret.js';
import { alike, any } from './match.js';

/** What is compared of a step, wherever it is stored. */
export interface SeenStep {
  nodeId: string;
  iteration: string;
  status: string;
  handle: string | null;
  attempt: number;
  output: unknown;
}

export interface SeenEnd {
  status: string;
  output: unknown;
  error: unknown;
}

/** What is wrong with an execution, in words; nothing where it went by the rules. */
export function violationsOf(steps: readonly SeenStep[], end: SeenEnd, expected: Expectation): string[] {
  const violations: string[] = [];
  const seen = new Map(steps.map((step) => [stepKey(step.iteration, step.nodeId), step]));
  for (const [key, step] of seen) {
    const wanted = expected.steps.get(key);
    if (!wanted) violations.push(`${key} is ${step.status} and was not to be visited`);
    else if (step.status !== 'cancelled' || !expected.unsure.has(key))
      violations.push(...differences(key, step, wanted));
  }
  for (const [key, { status }] of expected.steps) {
    if (!seen.has(key) && !expected.unsure.has(key)) violations.push(`${key} is missing, it was to be ${status}`);
  }
  for (const keys of expected.culprits) {
    if (!keys.some((key) => seen.get(key)?.status === 'failed')) violations.push(`none of ${keys.join(', ')} failed`);
  }
  if (!expected.statuses.has(end.status as 'completed')) {
    violations.push(`the execution is ${end.status}: ${JSON.stringify(end.error)}`);
  }
  if (end.status === 'completed' && !alike(end.output, expected.output)) {
    violations.push(`the output is ${JSON.stringify(end.output)}, not ${show(expected.output)}`);
  }
  return violations;
}

function differences(key: string, step: SeenStep, wanted: Expected): string[] {
  const names = ['status', 'handle', 'attempt', 'output'] as const;
  return names
    .filter((name) => !alike(step[name], wanted[name]))
    .map((name) => `${key}: ${name} is ${JSON.stringify(step[name])}, not ${show(wanted[name])}`);
}

function show(wanted: unknown): string {
  return JSON.stringify(wanted, (_, value) => (value === any ? 'any' : value));
}
