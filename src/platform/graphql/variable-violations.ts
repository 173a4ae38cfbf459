import { type ExecutionResult, type GraphQLSchema, isNonNullType, type OperationDefinitionNode } from 'graphql';
import type { ErrorDetail } from '../errors/errors.js';
import { type CoercedVariable, coerceVariables } from './coerce-variables.js';
import { brokenRulesOf, isAboutOneOf } from './input-rules.js';

/** Violations of variables beyond those that are known, each field once. */
export async function furtherViolations(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
  known: readonly ErrorDetail[],
): Promise<ErrorDetail[]> {
  const coerced = coerceVariables(schema, operation, variables);
  const violations = coerced.flatMap((variable) => variable.violations);
  const all = [...violations, ...(await violationsOfInputs(coerced))];
  return all.filter((violation) => !isAboutOneOf(violation, known));
}

/** Violations of the inputs of a write, in addition to those of their types: a write is never run to find these. */
export async function violationsOfInputs(coerced: readonly CoercedVariable[]): Promise<ErrorDetail[]> {
  const found = coerced.map(({ type, value, violations }) => brokenRulesOf(type, value, violations));
  return (await Promise.all(found)).flat();
}

/** The violations in the order of the variables that they are about, whichever check found them. */
export function inOrder(coerced: readonly CoercedVariable[], violations: readonly ErrorDetail[]): ErrorDetail[] {
  const places = new Map(coerced.map(({ name }, index) => [name, index]));
  const placeOf = ({ field = '' }: ErrorDetail) => places.get(field) ?? places.size;
  return violations.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** Further violations of a read: it is run without the invalid variables if possible. */
export async function violationsOfRun(
  coerced: readonly CoercedVariable[],
  run: (fitting: Record<string, unknown>) => Promise<ExecutionResult>,
): Promise<ErrorDetail[]> {
  if (coerced.some(({ type, violations }) => violations.length > 0 && isNonNullType(type))) return [];
  const fitting = coerced.filter(({ sent, violations }) => violations.length === 0 && sent !== undefined);
  const { errors = [] } = await run(Object.fromEntries(fitting.map(({ name, sent }) => [name, sent])));
  const other = errors.find(({ extensions }) => extensions.code !== 'VALIDATION_FAILED');
  // An unknown ID below the root precedes other violations, too.
  if (other) throw other;
  return errors.flatMap(({ extensions }) => (extensions.details as ErrorDetail[] | undefined) ?? []);
}
