import { ValidateBy } from 'class-validator';
import { isUuid } from '../graphql/context.js';
import { parsePhone, phoneRule } from '../phone-number.js';

/** An object of at most so many keys. */
export function AtMostKeys(most: number): PropertyDecorator {
  return ValidateBy({
    name: 'atMostKeys',
    validator: {
      validate: (value: unknown) => typeof value === 'object' && value !== null && Object.keys(value).length <= most,
      defaultMessage: () => `$property is an object of at most ${most} keys.`,
    },
  });
}

/** A list of ids that can be ones. */
export function EachUuid(what: string): PropertyDecorator {
  return ValidateBy({
    name: 'eachUuid',
    validator: {
      validate: (value: unknown) => Array.isArray(value) && value.every((id) => isUuid(String(id))),
      defaultMessage: () => `each of $property is the id of a ${what} of this workspace.`,
    },
  });
}

/** The IANA name of a time zone. */
export function KnownTimeZone(): PropertyDecorator {
  return ValidateBy({
    name: 'knownTimeZone',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && isTimeZone(value),
      defaultMessage: () => '$property is the IANA name of a time zone, as Europe/Madrid.',
    },
  });
}

/** A phone number whose country is told. */
export function PhoneNumber(): PropertyDecorator {
  return ValidateBy({
    name: 'phoneNumber',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && parsePhone(value) !== null,
      defaultMessage: () => `$property ${phoneRule}.`,
    },
  });
}

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}
