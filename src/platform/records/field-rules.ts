import { ValidateBy } from 'class-validator';
import { must } from '../errors/violation-words.js';
import { withArticle } from '../errors/words.js';
import { isUuid } from '../graphql/context.js';
import { isNationalForm, parsePhone, phoneRule } from '../phone-number.js';
import { parseHostPattern } from './host-pattern.js';

/** An object with a maximum number of keys. */
export function AtMostKeys(most: number): PropertyDecorator {
  return ValidateBy(
    {
      name: 'atMostKeys',
      validator: {
        validate: (value: unknown) => typeof value === 'object' && value !== null && Object.keys(value).length <= most,
        defaultMessage: () => `$property ${must.haveAtMostKeys(most)}`,
      },
    },
    { context: { keywords: { maxProperties: most } } },
  );
}

/** A list of well-formed IDs. */
export function EachUuid(what: string): PropertyDecorator {
  return ValidateBy(
    {
      name: 'eachUuid',
      validator: {
        validate: (value: unknown) => Array.isArray(value) && value.every((id) => isUuid(String(id))),
        defaultMessage: () => `each of $property ${must.name(withArticle(what))}`,
      },
    },
    { context: { keywords: { items: { format: 'uuid' } } } },
  );
}

/** A list of hosts: names, `*.example.com`, or `*`. */
export function EachHost(): PropertyDecorator {
  return ValidateBy(
    {
      name: 'eachHost',
      validator: {
        validate: (value: unknown) => Array.isArray(value) && value.every((host) => parseHostPattern(host) !== null),
        defaultMessage: () => `each of $property ${must.beHost}`,
      },
    },
    { context: { rule: 'HOST_INVALID' } },
  );
}

/** A phone number, with its country code or in national form: `phoneViolations` reads the latter by the workspace's country. */
export function PhoneNumber(): PropertyDecorator {
  return ValidateBy(
    {
      name: 'phoneNumber',
      validator: {
        validate: (value: unknown) =>
          typeof value === 'string' && (parsePhone(value) !== null || isNationalForm(value)),
        defaultMessage: () => `$property ${phoneRule}.`,
      },
    },
    { context: { rule: 'PHONE_INVALID' } },
  );
}
