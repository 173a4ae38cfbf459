import { ValidateBy, type ValidationArguments, type ValidationOptions } from 'class-validator';
import type { BusinessRule } from '../errors/business-rules.js';
import { must } from '../errors/violation-words.js';
import { readIsoTime } from '../iso-time.js';
import { isUuid } from './is-uuid.js';

/** Text of `least` to `most` characters. Characters are code points, as in JSON Schema. */
export function Length(least: number, most: number, options?: ValidationOptions): PropertyDecorator {
  return textRule('isLength', (text) => hasLength(text, least, most), {}, options, [least, most]);
}

/** Text of at most `most` characters. */
export function MaxLength(most: number, options?: ValidationOptions): PropertyDecorator {
  return textRule('maxLength', (text) => hasLength(text, 0, most), {}, options, [most]);
}

// A rule for the length reports empty text.
const full = /^$|\S/;

/** Text with something other than white space, or empty. */
export function NotBlank(message = `$property ${must.notBeBlank}`): PropertyDecorator {
  return textRule('notBlank', (text) => full.test(text), { pattern: full.source }, { message });
}

/** Names, titles and labels are one line: they stand in headers of mails, in lists and in cells of tables. */
const oneLine = '^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$';
const lineBreak = /[\p{Cc}\u2028\u2029]+/u;

/** Text without line breaks and other control characters. */
export function OneLine({ each = false }: { each?: boolean } = {}): PropertyDecorator {
  const message = `${each ? 'each of ' : ''}$property ${must.beOneLine}`;
  return textRule('oneLine', (text) => !lineBreak.test(text), { pattern: oneLine }, { each, message });
}

/** A text as one line: what stands between two lines becomes one space. */
export function toOneLine(text: string): string {
  if (!lineBreak.test(text)) return text;
  return text
    .split(lineBreak)
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' ');
}

/** A UUID of any version. */
export function Uuid(options: ValidationOptions = {}): PropertyDecorator {
  return textRule('isUuid', isUuid, { format: 'uuid' }, options);
}

/** An email address, at most 320 characters. */
export function Email(): PropertyDecorator {
  return (target, property) => {
    textRule('isEmail', (text) => email.test(text), { format: 'email', pattern: email.source })(target, property);
    MaxLength(320)(target, property);
  };
}

/** An absolute HTTP or HTTPS URL. */
export function HttpUrl(): PropertyDecorator {
  const message = `$property ${must.beUrl}`;
  return (target, property) => {
    const pattern = { format: 'uri', pattern: url.source };
    textRule('isHttpUrl', (text) => url.test(text), pattern, { message })(target, property);
    businessRule(
      'URL_INVALID',
      (text) => !url.test(String(text)) || URL.canParse(String(text)),
      message,
    )(target, property);
  };
}

/** A time in ISO 8601 format with its zone, or a date. */
export function IsoTime(): PropertyDecorator {
  return textRule('isIso8601', (text) => readIsoTime(text) !== null, isoTimeKeywords);
}

/** Times and dates of inputs in JSON Schema. */
export const isoTimeKeywords = { anyOf: [{ format: 'date-time' }, { format: 'date' }] };

/** The IANA name of a time zone. */
export function TimeZone(): PropertyDecorator {
  return businessRule('TIME_ZONE_UNKNOWN', (value) => isTimeZone(String(value)), `$property ${must.beTimeZone}`);
}

// Offsets, which have no daylight saving time, are none.
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

// The local part is ASCII without quotes; the domain has at least two labels, the last one of letters.
const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const local = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const email = new RegExp(
  `^(?=.{1,64}@)${local}(?:\\.${local})*@(?:${label}\\.)+(?:[A-Za-z]{2,63}|xn--[A-Za-z0-9-]{1,59})$`,
);

// The characters of RFC 3986, without those that need an escape.
const segment = "(?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*";
const host = '(?:[A-Za-z0-9.-]+|\\[[0-9A-Fa-f:]+\\])(?::[0-9]{1,5})?';
const url = new RegExp(`^[Hh][Tt][Tt][Pp][Ss]?://${host}(?:[/?]${segment})?(?:#${segment})?$`);

/** The rule does not refuse a field that is left out or null, which another rule of the field may do. */
export const whenGiven: ValidationOptions = { context: { whenGiven: true } };

/** A rule for a text, with what it is in JSON Schema. */
export function textRule(
  name: string,
  accepts: (text: string) => boolean,
  keywords: object,
  options: ValidationOptions = {},
  constraints: unknown[] = [],
): PropertyDecorator {
  const isLeftOut = (value: unknown) => options.context?.whenGiven === true && (value ?? null) === null;
  const validate = (value: unknown) => isLeftOut(value) || (typeof value === 'string' && accepts(value));
  return ValidateBy(
    { name, constraints, validator: { validate } },
    { ...options, context: { ...options.context, keywords } },
  );
}

/** Whether a text has so many characters; a character outside the basic plane counts once. */
export function hasLength(text: string, least: number, most: number): boolean {
  if (text.length < least || text.length > 2 * most) return false;
  if (text.length >= 2 * least && text.length <= most) return true;
  let count = 0;
  for (const _character of text) count += 1;
  return count >= least && count <= most;
}

/**
 * A rule that JSON Schema cannot say. Errors name it in `details[].rule`, and OpenAPI lists it at the operations.
 * @param message with `$property` for the name of the field
 */
export function businessRule(
  rule: BusinessRule,
  accepts: (value: unknown, args?: ValidationArguments) => boolean,
  message: string,
  options: ValidationOptions = {},
): PropertyDecorator {
  return ValidateBy({ name: rule, validator: { validate: accepts } }, { ...options, message, context: { rule } });
}
