import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';

/**
 * The country that a number in E.164 belongs to, as ISO 3166, by the numbering plans of Google's libphonenumber: they
 * tell the countries apart that share a code. A number outside of its plan is counted to the largest of these; null
 * where its code is none of a country. The metadata cost nothing: class-validator loads the same.
 */
export function phoneCountry(number: string): string | null {
  const parsed = parsePhoneNumberFromString(`+${number.replace(/\D/g, '')}`);
  return parsed?.country ?? largestWith(parsed?.countryCallingCode) ?? null;
}

/** Of the countries that share a code the largest; of all others the code has one country only. */
const largest: Readonly<Record<string, CountryCode>> = { 1: 'US', 7: 'RU', 39: 'IT', 44: 'GB', 47: 'NO', 61: 'AU' };

function largestWith(code: string | undefined): CountryCode | undefined {
  if (code === undefined) return undefined;
  return largest[code] ?? getCountries().find((country) => getCountryCallingCode(country) === code);
}
