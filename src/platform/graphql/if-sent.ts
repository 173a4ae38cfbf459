import { ValidateIf } from 'class-validator';

/**
 * Checks an optional field only where it was sent. Unlike `@IsOptional`, null counts as sent: a PATCH cannot empty
 * what must have a value.
 */
export function IfSent(): PropertyDecorator {
  return ValidateIf((_input: unknown, value: unknown) => value !== undefined);
}
