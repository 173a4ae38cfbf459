import { getMetadataStorage, type ValidationError } from 'class-validator';

type Rules = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>;
/** One rule of one property. */
export type InputRule = Rules[number];

/** It has class-validator's own message always. */
const nested = 'nestedValidation';

/** What a rule of class-validator's says in our words, after the name of its field, where it has no message of its own. */
const words: Readonly<Record<string, (...limits: never[]) => string>> = {
  min: (least: number) => `is at least ${least}.`,
  max: (most: number) => `is at most ${most}.`,
  isLength: (least: number, most: number | undefined) =>
    most === undefined ? `has at least ${counted(least)}.` : `has ${least} to ${counted(most)}.`,
  minLength: (least: number) => `has at least ${counted(least)}.`,
  maxLength: (most: number) => `has at most ${counted(most)}.`,
  isIn: (values: readonly unknown[]) => `is one of: ${values.join(', ')}.`,
  isInt: () => 'is a whole number.',
  isArray: () => 'is a list.',
  isObject: () => 'is an object.',
  arrayMaxSize: (most: number) => `holds at most ${most} entries.`,
  arrayUnique: () => 'holds each entry once.',
  isNotEmpty: () => 'cannot be empty.',
  isDefined: () => 'cannot be left out.',
  isEmail: () => 'is an email address, as ana@example.com.',
  isBoolean: () => 'is true or false.',
  isUuid: () => 'is a UUID.',
  isIso8601: () => 'is a time, as 2026-01-31T12:00:00Z.',
  [nested]: () => 'is an object.',
};

function counted(characters: number): string {
  return characters === 1 ? '1 character' : `${characters} characters`;
}

/** What the broken rules of a property say. */
export function messagesOf({ target, property, constraints = {} }: ValidationError): string[] {
  const rules = target ? rulesOf(target.constructor) : [];
  return Object.entries(constraints).map(([name, message]) => {
    const rule = rules.find((one) => one.propertyName === property && nameOf(one) === name);
    return (rule && standardWording(rule)) ?? message;
  });
}

/** A rule in our words; null where it has a message of its own, or is one of our own rules. */
export function standardWording(rule: InputRule): string | null {
  const name = nameOf(rule);
  if ((rule.message !== undefined && name !== nested) || !Object.hasOwn(words, name)) return null;
  const said = words[name] as (...limits: unknown[]) => string;
  return `${rule.each ? 'each of ' : ''}${rule.propertyName} ${said(...(rule.constraints ?? []))}`;
}

/** All rules of a class, those that it inherits too. */
export function rulesOf(target: object['constructor']): Rules {
  return getMetadataStorage().getTargetValidationMetadatas(target, '', true, false);
}

function nameOf({ name, type }: InputRule): string {
  return name ?? type;
}
