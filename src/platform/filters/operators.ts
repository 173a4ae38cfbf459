// The decorators below need it, regardless of the import order.
import 'reflect-metadata';
import { ArrayMaxSize, ArrayNotEmpty, IsDefined, Matches, ValidateBy, type ValidationOptions } from 'class-validator';
import { type ClassType, Extensions, Field, Float, ID, InputType, Int } from 'type-graphql';
import { must } from '../errors/violation-words.js';
import { Changes, IfSent } from '../graphql/if-sent.js';
import { BigIntCount, DateTime, Day, Decimal } from '../graphql/scalars.js';
import { hasLength, MaxLength, textRule, Uuid } from '../graphql/text-rules.js';
import { type Comparison, comparisons, type FilteredValue } from './list-filter.js';

/** The most values of `in`, and the most entries of `or` and of `customFields`. */
export const mostValues = 100;
export const mostBranches = 10;

const sentences: Record<Comparison, string> = {
  eq: 'Is this value.',
  ne: 'Is not this value; a missing value is not either.',
  in: `Is one of these values, 1 to ${mostValues}.`,
  gt: 'Is greater than this value.',
  gte: 'Is this value or greater.',
  lt: 'Is less than this value.',
  lte: 'Is this value or less.',
  isNull: 'True: has no value. False: has a value.',
};

type Rule = (options?: ValidationOptions) => PropertyDecorator;

interface OperatorsOf {
  type: () => unknown;
  of: readonly Comparison[];
  /** The rule of one value. */
  rule?: Rule;
}

/** At most as long as an indexed text. */
export const shortText: Rule = (options) => MaxLength(1_000, options);
/** An ID that is not a UUID, such as that of a version. */
export const idText: Rule = (options) =>
  textRule('maxLength', (text) => hasLength(text, 0, 1_000), { maxLength: 1_000, format: undefined }, options, [1_000]);
/** As many digits before the point as amounts have. */
const decimalDigits: Rule = (options) =>
  Matches(/^-?\d{1,15}(\.\d{1,20})?$/, {
    ...options,
    message: `${options?.each ? 'each of ' : ''}$property must have at most 15 digits before and 20 after the point.`,
    context: { rule: 'DECIMAL_PLACES' },
  });

const made = new Map<string, ClassType<object>>();

/** An input type with comparisons of one kind of value, made once. */
function comparisonClass(name: string, description: string, { type, of, rule }: OperatorsOf): ClassType<object> {
  const known = made.get(name);
  if (known) return known;
  const Type = Object.defineProperty(class {}, 'name', { value: name });
  for (const comparison of of) addComparison(Type, comparison, { type, rule });
  Changes()(Type);
  Extensions({ minProperties: 1 })(Type);
  InputType(name, { description })(Type);
  made.set(name, Type);
  return Type;
}

function addComparison(Type: ClassType<object>, comparison: Comparison, { type, rule }: Omit<OperatorsOf, 'of'>): void {
  const { prototype } = Type;
  const description = sentences[comparison];
  sentNotNull(prototype, comparison);
  if (comparison === 'isNull') {
    Field(() => Boolean, { nullable: true, description })(prototype, comparison);
    return;
  }
  if (comparison !== 'in') {
    Field(() => type() as never, { nullable: true, description })(prototype, comparison);
    rule?.()(prototype, comparison);
    return;
  }
  Field(() => [type()] as never, { nullable: true, description })(prototype, comparison);
  ArrayNotEmpty({ message: `$property ${must.notBeEmpty}` })(prototype, comparison);
  ArrayMaxSize(mostValues, { message: `$property ${must.haveAtMostEntries(mostValues)}` })(prototype, comparison);
  rule?.({ each: true })(prototype, comparison);
}

/** Null is refused: the condition would be missing, and the list longer than meant. */
export function sentNotNull(prototype: object, name: string): void {
  IfSent()(prototype, name);
  IsDefined({ message: `$property ${must.notBeNull}` })(prototype, name);
}

/**
 * An object without a condition would list everything: a value was missing where it was made.
 * @param besides the fields that are none
 */
export function HasConditions({ each = false, besides = 0 } = {}): PropertyDecorator {
  const count = (value: unknown) => Object.values(Object(value)).filter((one) => one !== undefined).length;
  const message = `${each ? 'each of ' : ''}$property must have at least one condition.`;
  const validator = { validate: (value: unknown) => count(value) > besides };
  return ValidateBy({ name: 'hasConditions', validator }, { each, message, context: { keywords: {} } });
}

const textFilter = () =>
  comparisonClass('TextFilterInput', 'Comparisons of a text.', {
    type: () => String,
    of: comparisons,
    rule: shortText,
  });

/** Times are those of `from` and `to`: a date stands for the whole UTC day. */
const timeFilter = () =>
  comparisonClass('TimeFilterInput', 'Comparisons of a time: an ISO 8601 time, or a date for the whole UTC day.', {
    type: () => DateTime,
    of: ['gt', 'gte', 'lt', 'lte', 'isNull'],
  });

const idFilter = () =>
  comparisonClass('IdFilterInput', 'Comparisons of an ID.', {
    type: () => ID,
    of: ['eq', 'ne', 'in', 'isNull'],
    rule: Uuid,
  });

/** The comparisons of a field. */
export function comparisonsOfField(name: string, { sqlType, enum: values }: FilteredValue): ClassType<object> {
  if (values) {
    return comparisonClass(`${values.name}FilterInput`, `Comparisons of \`${name}\`.`, {
      type: () => values.type,
      of: ['eq', 'ne', 'in', 'isNull'],
    });
  }
  switch (sqlType) {
    case 'uuid':
      return idFilter();
    case 'boolean':
      return comparisonClass('FlagFilterInput', 'Comparisons of a flag.', {
        type: () => Boolean,
        of: ['eq', 'ne', 'isNull'],
      });
    case 'timestamptz':
      return timeFilter();
    case 'date':
      return comparisonClass('DateFilterInput', 'Comparisons of a date.', { type: () => Day, of: comparisons });
    case 'numeric':
      return comparisonClass('DecimalFilterInput', 'Comparisons of a decimal number.', {
        rule: decimalDigits,
        type: () => Decimal,
        of: comparisons,
      });
    case 'integer':
      return comparisonClass('IntegerFilterInput', 'Comparisons of an integer.', { type: () => Int, of: comparisons });
    case 'bigint':
      return comparisonClass('CountFilterInput', 'Comparisons of a count of any size.', {
        type: () => BigIntCount,
        of: comparisons,
      });
    case 'double precision':
      return comparisonClass('NumberFilterInput', 'Comparisons of a number.', { type: () => Float, of: comparisons });
    case 'text[]':
      return comparisonClass('LabelFilterInput', 'Comparisons of a list of texts: whether one of them is a value.', {
        type: () => String,
        of: ['eq', 'ne', 'in'],
        rule: shortText,
      });
    default:
      return textFilter();
  }
}

/** The comparisons of a custom field, as text; a stored number is compared as a number where the value reads as one. */
export function customFieldFilter(): ClassType<object> {
  const known = made.get('CustomFieldFilterInput');
  if (known) return known;
  const Type = comparisonClass('CustomFieldFilterInput', 'Comparisons of one custom field.', {
    type: () => String,
    of: comparisons,
    rule: shortText,
  });
  Extensions({ minProperties: 2 })(Type);
  Field(() => String, { description: 'The name of the custom field.' })(Type.prototype, 'key');
  MaxLength(200)(Type.prototype, 'key');
  return Type;
}
