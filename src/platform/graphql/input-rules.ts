import { type ValidationError, validate } from 'class-validator';
import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNullableType,
  isInputObjectType,
  isListType,
} from 'graphql';
import { type ClassType, getMetadataStorage } from 'type-graphql';
import type { ErrorDetail } from '../errors.js';
import { ListArgs } from './page.js';
import { messagesOf, rulesOf } from './rule-wording.js';
import { textFaults, wellFormed } from './text-faults.js';

/** An input whose use case finds more faults than its fields' own rules do. */
export interface FurtherFaults {
  /** Asked only where some rule is broken already, so that all is told at once; else the use case tells. */
  furtherFaults(): ErrorDetail[];
}

/**
 * Every rule that an input or a list's arguments break, each with the path of its field; empty where none is.
 * @param value an instance of an input class, its inner inputs too
 * @param known faults of the same input that were found before: what concerns the same fields is not told again
 */
export async function brokenRules(value: object, known: readonly ErrorDetail[] = []): Promise<ErrorDetail[]> {
  const ofTexts = textFaults(value);
  // Some validators throw at half a surrogate pair.
  const tree = hasRules(value)
    ? await validate(ofTexts.length > 0 ? wellFormed(value) : value, { forbidUnknownValues: false })
    : [];
  const ofFields = tree.flatMap((fault) => detailsOf(fault, '')).filter((fault) => !isAboutOneOf(fault, known));
  const faults = [...known, ...ofFields];
  const add = (more: ErrorDetail[]) => faults.push(...more.filter((fault) => !isAboutOneOf(fault, faults)));
  // Lists tell these together with their other faults, see pageWindow.
  if (!(value instanceof ListArgs)) add(ofTexts);
  if (faults.length > 0 && 'furtherFaults' in value) add((value as FurtherFaults).furtherFaults());
  return faults.slice(known.length);
}

const classesWithRules = new WeakMap<object, boolean>();

/** Most lists' arguments have none, and one answer may hold many of them. */
function hasRules(value: object): boolean {
  const known = classesWithRules.get(value.constructor);
  if (known !== undefined) return known;
  const found = rulesOf(value.constructor).length > 0;
  classesWithRules.set(value.constructor, found);
  return found;
}

/** The same for a value that was coerced by its type but is no instance of the type's class yet. */
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
  // Types that no class stands behind have no rules.
  const target = getMetadataStorage().inputTypes.find(({ name }) => name === type.name)?.target ?? Object;
  return Object.assign(new (target as ClassType<object>)(), Object.fromEntries(built));
}

function build(type: GraphQLInputType | undefined, value: unknown): unknown {
  const bare = type && getNullableType(type);
  if (isListType(bare) && Array.isArray(value)) return value.map((item) => build(bare.ofType, item));
  if (!isInputObjectType(bare) || typeof value !== 'object' || value === null) return value;
  return instanceOf(bare, value as Record<string, unknown>);
}

/** A fault tree of class-validator as a flat list, each with the path of its field. */
function detailsOf(fault: ValidationError, parent: string): ErrorDetail[] {
  const step = /^\d+$/.test(fault.property) ? `[${fault.property}]` : `${parent ? '.' : ''}${fault.property}`;
  const field = parent + step;
  const constraints = messagesOf(fault);
  // Null breaks every rule of its field at once; what is wrong with it is one thing.
  const messages = constraints.length > 0 && fault.value === null ? [`${field} cannot be null.`] : constraints;
  const own = messages.map((message) => ({ field, message }));
  return [...own, ...(fault.children ?? []).flatMap((child) => detailsOf(child, field))];
}

/** True where one of `others` concerns the same field, one around it or one inside it. */
function isAboutOneOf({ field }: ErrorDetail, others: readonly ErrorDetail[]): boolean {
  if (field === undefined) return false;
  return others.some(
    (other) => other.field !== undefined && (isWithin(field, other.field) || isWithin(other.field, field)),
  );
}

function isWithin(field: string, outer: string): boolean {
  return field.startsWith(outer) && /^([.[]|$)/.test(field.slice(outer.length));
}
