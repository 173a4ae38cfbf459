import { IsOptional, Matches } from 'class-validator';

/** The rule for budgets: a decimal that can be stored in millionths, or null for none. */
export function IsBudget(): PropertyDecorator {
  const message =
    '$property must be a decimal with at most 12 digits before and 6 after the point, for example 10 or 0.5, or null for none.';
  return (target, property) => {
    IsOptional()(target, property);
    Matches(/^\d{1,12}(\.\d{1,6})?$/, { message })(target, property);
  };
}
