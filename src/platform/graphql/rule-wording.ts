import type { ValidationError } from 'class-validator';
import { type InputRule, rulesOf } from '../adapters/class-validator.js';
import type { ErrorDetail } from '../errors/errors.js';
import { must } from '../errors/violation-words.js';

/** A rule that always carries class-validator's own message. */
const nested = 'nestedValidation';

/** What a rule of class-validator says after the name of its field, unless it has a message of its own. */
const words: Readonly<Record<string, (...limits: never[]) => string>> = {
  min: must.beAtLeast,
  max: must.beAtMost,
  isLength: must.haveLength,
  minLength: (least: number) => must.haveLength(least),
  maxLength: must.haveAtMostCharacters,
  isIn: must.beOneOf,
  isInt: () => must.beInteger,
  isArray: () => must.beList,
  isObject: () => must.beObject,
  arrayMinSize: must.haveAtLeastEntries,
  arrayMaxSize: must.haveAtMostEntries,
  arrayUnique: () => must.notHaveDuplicates,
  isNotEmpty: () => must.notBeEmpty,
  notBlank: () => must.notBeBlank,
  isDefined: () => must.beRequired,
  isEmail: () => must.beEmail,
  isBoolean: () => must.beBoolean,
  isUuid: () => must.beUuid,
  isIso8601: () => must.beTime,
  [nested]: () => must.beObject,
};

/** The messages of the rules that a property breaks, and the IDs of those that are business rules. */
export function messagesOf({
  target,
  property,
  constraints = {},
}: ValidationError): Pick<ErrorDetail, 'rule' | 'message'>[] {
  const rules = target ? rulesOf(target.constructor) : [];
  return Object.entries(constraints).map(([name, message]) => {
    const broken = rules.find((one) => one.propertyName === property && nameOf(one) === name);
    const rule = broken?.context?.rule as string | undefined;
    return { message: (broken && standardWording(broken)) ?? message, ...(rule && { rule }) };
  });
}

/** The message of a standard rule; null for a rule with its own message and for the project's own rules. */
export function standardWording(rule: InputRule): string | null {
  const name = nameOf(rule);
  if ((rule.message !== undefined && name !== nested) || !Object.hasOwn(words, name)) return null;
  const wording = words[name] as (...limits: unknown[]) => string;
  return `${rule.each ? 'each of ' : ''}${rule.propertyName} ${wording(...(rule.constraints ?? []))}`;
}

function nameOf({ name, type }: InputRule): string {
  return name ?? type;
}
