import { controlAtMost, type FlowControl } from './control.js';
import { ExpressionSyntaxError, hasExpression, referencesOf, type ScopeRoot } from './expressions/index.js';
import { WorkLimitError } from './work.js';

/** Why a control cannot be used as it is. */
export interface ControlProblem {
  field: keyof FlowControl;
  kind: 'missing' | 'not allowed' | 'expression';
  /** What is wrong with the field, after its name. */
  message: string;
}

/** What the expressions of a control can read: it is decided before the execution exists. */
export const controlRoots: readonly ScopeRoot[] = ['triggerData', 'flow', 'workspace'];

/** What makes no sense in a control whose fields are valid by themselves. */
export function controlProblems(control: FlowControl): ControlProblem[] {
  const { key, concurrency, overlap = 'queue', debounceSeconds, batch, throttle, priority } = control;
  const problems: ControlProblem[] = [];
  const add = (field: ControlProblem['field'], kind: ControlProblem['kind'], message: string) =>
    void problems.push({ field, kind, message });
  const limits = concurrency !== undefined || throttle !== undefined;
  const gathers = debounceSeconds !== undefined || batch !== undefined;
  if (concurrency === undefined && control.overlap !== undefined) {
    add('overlap', 'not allowed', 'is only allowed with concurrency, of which it says what happens beyond.');
  } else if (!limits && priority !== undefined) {
    add('priority', 'not allowed', 'is only allowed with concurrency or throttle: without them, nothing waits.');
  } else if (!limits && !gathers) {
    add(
      'concurrency',
      'missing',
      'is required, or throttle, debounceSeconds or batch: a control without them limits nothing. Send null for none.',
    );
  }
  if (debounceSeconds !== undefined && batch !== undefined) {
    const why = 'of which only the last start runs.';
    add('batch', 'not allowed', `is not allowed with debounceSeconds, ${why}`);
  }
  if (overlap === 'replace' && throttle !== undefined) {
    const why = 'with which the newest execution starts at once.';
    add('throttle', 'not allowed', `is not allowed with overlap: "replace", ${why}`);
  }
  if (overlap === 'replace' || (overlap === 'skip' && throttle === undefined)) {
    if (priority !== undefined)
      add('priority', 'not allowed', `is not allowed with overlap: "${overlap}", with which nothing waits.`);
  }
  if (key !== undefined) problems.push(...expressionProblems('key', key));
  if (typeof priority === 'string') problems.push(...expressionProblems('priority', priority));
  else if (priority !== undefined && !isPriority(priority)) add('priority', 'expression', priorityForm);
  return problems;
}

const most = controlAtMost.priority;
const priorityForm = `must be an integer from -${most} to ${most}, or a text with an expression in {{ }}.`;

function isPriority(value: unknown): boolean {
  return Number.isInteger(value) && Math.abs(value as number) <= most;
}

function expressionProblems(field: 'key' | 'priority', text: string): ControlProblem[] {
  const problem = (message: string): ControlProblem[] => [{ field, kind: 'expression', message }];
  if (!hasExpression(text)) {
    return problem(
      field === 'key'
        ? 'must contain an expression in {{ }}, for example {{triggerData.contactId}}: a constant would be the same for all executions.'
        : priorityForm,
    );
  }
  try {
    const unknown = referencesOf(text).find(({ root }) => !controlRoots.some((known) => known === root));
    return unknown ? problem(`must not read ${unknown.root}: its expressions read ${rootsText} only.`) : [];
  } catch (error) {
    if (error instanceof ExpressionSyntaxError || error instanceof WorkLimitError)
      return problem(`is not a valid expression: ${error.message}`);
    throw error;
  }
}

const rootsText = `${controlRoots.slice(0, -1).join(', ')} and ${controlRoots.at(-1)}`;
