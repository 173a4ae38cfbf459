import { IsOptional, Matches } from 'class-validator';

/** An amount of credits that can be stored in millionths. */
export const creditPattern = /^\d{1,12}(\.\d{1,6})?$/;

/** What a document says of such an amount, and the rule of the digits of a number that it cannot say. */
export function creditContext(least: object = { minimum: 0 }) {
  return {
    rule: 'DECIMAL_PLACES',
    keywords: { ...least, maximum: 999_999_999_999 },
  };
}

/** The rule for budgets: a decimal that can be stored in millionths, or null for none. */
export function IsBudget(): PropertyDecorator {
  const message =
    '$property must be a decimal with at most 12 digits before and 6 after the point, for example 10 or 0.5, or null for none.';
  return (target, property) => {
    IsOptional()(target, property);
    Matches(creditPattern, { message, context: creditContext() })(target, property);
  };
}
