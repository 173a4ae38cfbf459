import { type Accepts, rulesOf, validatorsOf } from '../adapters/class-validator.js';

/** The rules of one field, ready to be asked. */
interface FieldRules {
  name: string;
  /** All must be true, or the field is not checked. */
  conditions: readonly ((input: object, value: unknown) => unknown)[];
  validators: readonly Validator[];
  /** Whether the rules of an inner input, or of each in a list, are checked. */
  isNested: boolean;
}

interface Validator {
  constraints: unknown[];
  each: boolean;
  appliesTo: ((input: object, value: unknown) => boolean) | undefined;
  accepts: Accepts;
}

/** By class; null for one with rules that only class-validator can check. */
const known = new WeakMap<object, readonly FieldRules[] | null>();

/**
 * Whether an input keeps all rules of its class. Most do, and class-validator looks up the rules of each input again and
 * creates an error for each of its fields: it is asked only about inputs of which this is false, for their violations.
 * False also where it cannot be known here: for rules that answer later.
 */
export function keepsRules(input: object): boolean {
  let fields = known.get(input.constructor);
  if (fields === undefined) {
    fields = prepareRules(input.constructor);
    known.set(input.constructor, fields);
  }
  return fields?.every((field) => keepsFieldRules(input, field)) ?? false;
}

function keepsFieldRules(input: object, { name, conditions, validators, isNested }: FieldRules): boolean {
  const value = (input as Record<string, unknown>)[name];
  if (!conditions.every((condition) => condition(input, value))) return true;
  if (!validators.every((validator) => isAccepted(validator, input, name, value))) return false;
  return !isNested || keepsInnerRules(value);
}

function isAccepted(
  { constraints, each, appliesTo, accepts }: Validator,
  input: object,
  property: string,
  value: unknown,
) {
  if (appliesTo && !appliesTo(input, value)) return true;
  const question = { targetName: input.constructor.name, property, object: input, value, constraints };
  // An object is an answer that comes later.
  const isTrue = (answer: unknown) => typeof answer !== 'object' && Boolean(answer);
  if (each && Array.isArray(value)) return value.every((one) => isTrue(accepts(one, question)));
  return isTrue(accepts(value, question));
}

function keepsInnerRules(value: unknown): boolean {
  if (value === undefined) return true;
  if (Array.isArray(value)) return value.every(keepsInnerRules);
  return value instanceof Object && keepsRules(value);
}

function prepareRules(target: object['constructor']): FieldRules[] | null {
  const rules = rulesOf(target, false);
  if (rules.some(({ type }) => type === 'promiseValidation' || type === 'whitelistValidation')) return null;
  return [...Map.groupBy(rules, ({ propertyName }) => propertyName)].map(([name, ofField]) => {
    const asked = ofField.filter(({ type }) => type !== 'conditionalValidation' && type !== 'nestedValidation');
    return {
      name,
      conditions: ofField
        .filter(({ type }) => type === 'conditionalValidation')
        .map(({ constraints }) => constraints[0]),
      validators: asked.flatMap((rule) => {
        const { constraints, each, validateIf: appliesTo } = rule;
        return validatorsOf(rule).map((accepts): Validator => ({ constraints, each, appliesTo, accepts }));
      }),
      isNested: ofField.some(({ type }) => type === 'nestedValidation'),
    };
  });
}
