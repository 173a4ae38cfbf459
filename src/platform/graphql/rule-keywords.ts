import { type InputRule, rulesOf } from '../adapters/class-validator.js';

/** Keywords of JSON Schema. */
export type Keywords = Readonly<Record<string, unknown>>;

/** What the rules of one field of an input say. */
export interface FieldRules {
  /** What its values must be, as JSON Schema; null is left out. */
  keywords: Keywords;
  /** Whether null is refused. */
  refusesNull: boolean;
  /** Whether it must be sent, although its type is nullable. */
  required: boolean;
  /** Whether the rules of inner inputs are checked with it. */
  checksInner: boolean;
  /** IDs of rules that JSON Schema cannot say. */
  businessRules: string[];
}

type Limits = readonly unknown[];

/** The keywords of each rule of class-validator that inputs may use. A rule of our own has them in its `context`. */
const keywordsOfRules: Readonly<Record<string, (limits: Limits) => Keywords>> = {
  min: ([minimum]) => ({ minimum }),
  max: ([maximum]) => ({ maximum }),
  isLength: ([minLength, maxLength]) => ({ minLength, maxLength }),
  maxLength: ([maxLength]) => ({ maxLength }),
  isNotEmpty: () => ({ minLength: 1 }),
  isIn: ([values]) => ({ enum: values }),
  equals: ([value]) => ({ const: value }),
  matches: ([pattern]) => ({ pattern: patternOf(pattern as RegExp) }),
  arrayMinSize: ([minItems]) => ({ minItems }),
  arrayNotEmpty: () => ({ minItems: 1 }),
  arrayMaxSize: ([maxItems]) => ({ maxItems }),
  // With a function that compares, JSON Schema cannot say it.
  arrayUnique: ([identifier]) => (identifier ? {} : { uniqueItems: true }),
};

/** Rules whose meaning the type of the field says already. */
const ofTheType: ReadonlySet<string> = new Set([
  'isInt',
  'isArray',
  'isObject',
  'isBoolean',
  'isDefined',
  'nestedValidation',
]);

/**
 * The rules of a field, from the decorators that validate it.
 * @throws Error for a rule that has neither keywords nor the ID of a business rule
 */
export function fieldRules(target: object['constructor'], field: string): FieldRules {
  const all = rulesOf(target).filter(({ propertyName }) => propertyName === field);
  const conditions = all.filter(isCondition);
  const rules = all.filter((rule) => !isCondition(rule));
  const refusing = rules.filter(({ context }) => !context?.rule && !context?.whenGiven);
  const runsWith = (value: unknown) =>
    refusing.length > 0 && conditions.every((rule) => conditionHolds(rule, field, value));
  return {
    keywords: rules.map((rule) => (rule.each ? each(keywordsOf(rule)) : keywordsOf(rule))).reduce(merged, {}),
    refusesNull: runsWith(null),
    required: runsWith(undefined),
    checksInner: rules.some(({ type }) => type === 'nestedValidation'),
    businessRules: rules.flatMap(({ context }) => [context?.rule ?? [], context?.otherRules ?? []].flat()),
  };

  function conditionHolds({ constraints }: InputRule, name: string, value: unknown): boolean {
    const input = Object.assign(Object.create(target.prototype), { [name]: value });
    return constraints[0](input, value) as boolean;
  }
}

function isCondition({ type }: InputRule): boolean {
  return type === 'conditionalValidation';
}

function keywordsOf(rule: InputRule): Keywords {
  const name = rule.name ?? rule.type;
  const own = rule.context as { keywords?: Keywords; rule?: string } | undefined;
  const known = keywordsOfRules[name]?.(rule.constraints ?? []);
  if (!known && !own && !ofTheType.has(name)) {
    throw new Error(
      `The rule ${name} of ${rule.propertyName} must have keywords of JSON Schema or the ID of a business rule in its context.`,
    );
  }
  return { ...known, ...own?.keywords };
}

function each(keywords: Keywords): Keywords {
  return Object.keys(keywords).length > 0 ? { items: keywords } : {};
}

/** Two patterns, or two alternatives, must both hold. */
function merged(first: Keywords, second: Keywords): Keywords {
  if ('items' in first && 'items' in second) {
    return { ...first, ...second, items: merged(first.items as Keywords, second.items as Keywords) };
  }
  const { pattern, ...others } = second;
  if (pattern === undefined || first.pattern === undefined) return { ...first, ...second };
  return { ...first, ...others, allOf: [...((first.allOf as Keywords[] | undefined) ?? []), { pattern }] };
}

/** @throws Error for flags that JSON Schema does not have */
function patternOf(regex: RegExp): string {
  if (/[ims]/.test(regex.flags)) throw new Error(`The pattern ${regex} must not have the flags i, m or s.`);
  return regex.source;
}
