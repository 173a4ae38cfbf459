import { ValidateIf } from 'class-validator';

/**
 * Validates an optional field only if it was sent. Unlike `@IsOptional`, null counts as sent: a PATCH cannot clear a
 * field that must have a value.
 */
export function IfSent(): PropertyDecorator {
  return ValidateIf((_input: unknown, value: unknown) => value !== undefined);
}
