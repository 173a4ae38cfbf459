import { Matches, ValidateIf } from 'class-validator';
import type { BusinessRule } from '../errors/business-rules.js';
import { readIsoTime } from '../iso-time.js';
import { isoTimeKeywords, textRule, Uuid } from './text-rules.js';

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

/** `from` or `to` of a list: a time with its zone, or a date for the whole UTC day. */
export function DateOrTime(): PropertyDecorator {
  return filter(IsDateOrTime({ otherRules: ['RANGE_REVERSED'] }));
}

/** The same where an empty text is no time. */
export function IsDateOrTime(context: { otherRules?: BusinessRule[] } = {}): PropertyDecorator {
  const message = '$property must be an ISO 8601 date or time, for example 2026-11-21 or 2026-11-21T09:30:00Z.';
  const accepts = (text: string) => readIsoTime(text) !== null;
  return textRule('dateOrTime', accepts, isoTimeKeywords, { message, context });
}
