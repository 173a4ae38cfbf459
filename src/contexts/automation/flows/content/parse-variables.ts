import type { ErrorDetail } from '../../../../platform/errors/errors.js';
import type { FlowVariableInput } from './flow-content.input.js';
import type { FlowVariable } from './flow-content.js';

/** Reads a flow's variables: names must be unique, values of the declared type or null. Adds to `violations`. */
export function parseVariables(sent: readonly FlowVariableInput[], violations: ErrorDetail[]): FlowVariable[] {
  const names = new Set<string>();
  return sent.map(({ name, value = null, type = typeOf(value), scope = 'flow' }, index) => {
    if (names.has(name)) {
      violations.push({
        field: `variables[${index}].name`,
        rule: 'DUPLICATE',
        message: `name must be unique: a variable with the name ${name} already exists.`,
      });
    }
    names.add(name);
    if (value !== null && type !== 'json' && type !== typeOf(value)) {
      violations.push({
        field: `variables[${index}].value`,
        rule: 'VALUE_TYPE',
        message: `value of ${name} must be of the type ${type}, or null.`,
      });
    }
    return { name, value, type, scope };
  });
}

function typeOf(value: unknown): string {
  if (value === null) return 'json';
  return Array.isArray(value) ? 'array' : typeof value;
}
