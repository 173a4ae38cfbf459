import { type ValidationError, validate } from 'class-validator';
import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNullableType,
  isInputObjectType,
  isListType,
} from 'graphql';
import type { ClassType } from 'type-graphql';
import { classOfInput } from '../adapters/type-graphql.js';
import { type ErrorDetail, violationsAtMost } from '../errors/errors.js';
import { must } from '../errors/violation-words.js';
import { keepsRules } from './keeps-rules.js';
import { ListArgs } from './page.js';
import { messagesOf } from './rule-wording.js';
import { textViolations, wellFormed } from './text-violations.js';

/** An input whose use case finds more violations than the rules of its fields. */
export interface FurtherViolations {
  /** Called only when a rule is broken already, so that one answer lists all violations; otherwise the use case checks. */
  furtherViolations(): ErrorDetail[];
}

/**
 * Every rule that an input or the arguments of a list break, each with the path of its field.
 * @param value an instance of an input class, its inner inputs too
 * @param known violations of the same input that were found before: the same fields are not reported again
 */
export async function brokenRules(value: object, known: readonly ErrorDetail[] = []): Promise<ErrorDetail[]> {
  const isList = value instanceof ListArgs;
  // Most lists inside an answer have no arguments, and there may be many.
  if (isList && Object.values(value).every((one) => one === undefined || one === null)) return [];
  const ofTexts = textViolations(value);
  // Some validators throw for unpaired surrogates.
  const isKept = ofTexts.length === 0 && keepsRules(value);
  const tree = isKept
    ? []
    : await validate(ofTexts.length > 0 ? wellFormed(value) : value, { forbidUnknownValues: false });
  const ofFields = tree
    .flatMap((violation) => detailsOf(violation, ''))
    // Each is compared with all others.
    .slice(0, 2 * violationsAtMost)
    .filter((violation) => !isAboutOneOf(violation, known));
  const violations = [...known, ...ofFields];
  const add = (more: ErrorDetail[]) =>
    violations.push(...more.slice(0, 2 * violationsAtMost).filter((violation) => !isAboutOneOf(violation, violations)));
  // Lists report these together with their other violations, see pageWindow.
  if (!isList || violations.length > 0) add(ofTexts);
  if (violations.length > 0 && 'furtherViolations' in value) add((value as FurtherViolations).furtherViolations());
  return violations.slice(known.length);
}

/** Like `brokenRules`, for a value coerced by its type that is not an instance of its class yet. */
export async function brokenRulesOf(
  type: GraphQLInputType,
  value: unknown,
  known: readonly ErrorDetail[],
): Promise<ErrorDetail[]> {
  const instance = build(type, value);
  const isInput = isInputObjectType(getNullableType(type)) && typeof instance === 'object' && instance !== null;
  return isInput ? brokenRules(instance, known) : [];
}

function instanceOf(type: GraphQLInputObjectType, value: Record<string, unknown>): object {
  const fields = type.getFields();
  const built = Object.entries(value).map(([name, inner]) => [name, build(fields[name]?.type, inner)]);
  // Types without a class have no rules.
  const target = classOfInput(type.name) ?? Object;
  return Object.assign(new (target as ClassType<object>)(), Object.fromEntries(built));
}

function build(type: GraphQLInputType | undefined, value: unknown): unknown {
  const bare = type && getNullableType(type);
  if (isListType(bare) && Array.isArray(value)) return value.map((item) => build(bare.ofType, item));
  if (!isInputObjectType(bare) || typeof value !== 'object' || value === null) return value;
  return instanceOf(bare, value as Record<string, unknown>);
}

/** The error tree of class-validator as a flat list, each error with the path of its field. */
function detailsOf(violation: ValidationError, parent: string): ErrorDetail[] {
  const step = /^\d+$/.test(violation.property)
    ? `[${violation.property}]`
    : `${parent ? '.' : ''}${violation.property}`;
  const field = parent + step;
  const constraints = messagesOf(violation);
  // Null breaks every rule of its field at once, but is one violation.
  const broken =
    violation.value === null && constraints.some(({ rule }) => !rule)
      ? [{ message: `${field} ${must.notBeNull}` }]
      : constraints;
  const own = broken.map((rule) => ({ field, ...rule }));
  return [...own, ...(violation.children ?? []).flatMap((child) => detailsOf(child, field))];
}

/** True if one of `others` concerns the same field, its parent or its child. */
export function isAboutOneOf({ field }: ErrorDetail, others: readonly ErrorDetail[]): boolean {
  if (field === undefined) return false;
  return others.some(
    (other) => other.field !== undefined && (isWithin(field, other.field) || isWithin(other.field, field)),
  );
}

function isWithin(field: string, outer: string): boolean {
  return field.startsWith(outer) && /^([.[]|$)/.test(field.slice(outer.length));
}
