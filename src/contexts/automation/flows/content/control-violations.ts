import { type ControlProblem, controlProblems, type FlowControl } from '../../../../engine/index.js';
import type { BusinessRule } from '../../../../platform/errors/business-rules.js';
import type { ErrorDetail } from '../../../../platform/errors/errors.js';

const rules: Readonly<Record<ControlProblem['kind'], BusinessRule>> = {
  missing: 'REQUIRED_WITH',
  'not allowed': 'NOT_ALLOWED_WITH',
  expression: 'EXPRESSION_INVALID',
};

/** The violations of a control whose fields are valid by themselves; none for null. */
export function controlViolations(control: FlowControl | null): ErrorDetail[] {
  if (!control) return [];
  return controlProblems(control).map(({ field, kind, message }) => ({
    field: `settings.control.${field}`,
    rule: rules[kind],
    message: `${field} ${message}`,
  }));
}
