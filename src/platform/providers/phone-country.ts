import { createRequire } from 'node:module';
import type { CountryCode } from 'libphonenumber-js/max';

type Library = typeof import('libphonenumber-js/max');

// As class-validator has loaded it already; by import it would be loaded once more, with 5 MB and 90 ms.
const require = createRequire(import.meta.url);
const { getCountries, getCountryCallingCode, parsePhoneNumberFromString }: Library = require('libphonenumber-js/max');

/**
 * The country that a number in E.164 belongs to, as ISO 3166, by the numbering plans of Google's libphonenumber: they
 * tell the countries apart that share a code. A number outside of its plan is counted to the largest of these; null
 * where its code is none of a country.
 */
export function phoneCountry(number: string): string | null {
  const parsed = parsePhoneNumberFromString(`+${number.replace(/\D/g, '')}`);
  return parsed?.country ?? largestWith(parsed?.countryCallingCode) ?? null;
}

/** Of the countries that share a code the largest. */
const largest: Readonly<Record<string, CountryCode>> = {
  ...{ 1: 'US', 7: 'RU', 39: 'IT', 44: 'GB', 47: 'NO', 61: 'AU' },
  ...{ 212: 'MA', 262: 'RE', 290: 'SH', 358: 'FI', 590: 'GP', 599: 'CW' },
};

function largestWith(code: string | undefined): CountryCode | undefined {
  if (code === undefined) return undefined;
  return largest[code] ?? getCountries().find((country) => getCountryCallingCode(country) === code);
}
