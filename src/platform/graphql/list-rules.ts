import { Matches, ValidateBy, ValidateIf } from 'class-validator';
import type { BusinessRule } from '../errors/business-rules.js';
import { must } from '../errors/violation-words.js';
import { Uuid } from './text-rules.js';

/** The rules of a filter. An empty one counts as not sent. */
function filter(...rules: readonly PropertyDecorator[]): PropertyDecorator {
  const isGiven = ValidateIf((_args, value) => value !== undefined && value !== null && value !== '');
  return (target, property) => {
    for (const rule of [isGiven, ...rules]) rule(target, property);
  };
}

/** A filter by an ID. */
export function FilterId(): PropertyDecorator {
  return filter(Uuid());
}

/** A filter by an ID; `none` is for records without one. @param message with `$property` for the name of the filter */
export function FilterIdOrNone(message: string): PropertyDecorator {
  const pattern = /^(none|[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$/;
  return filter(Matches(pattern, { message }));
}

/** `from` or `to` of a list. A date is the whole UTC day; see `timeRange`, which compares the two. */
export function DateOrTime(): PropertyDecorator {
  const context = { keywords: {}, otherRules: ['RANGE_REVERSED'] satisfies BusinessRule[] };
  const validator = { validate: (value: unknown) => value instanceof Date };
  return filter(ValidateBy({ name: 'dateOrTime', validator }, { message: `$property ${must.beTimeOrDate}`, context }));
}
