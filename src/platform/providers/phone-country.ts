import type { CountryCode } from 'libphonenumber-js/max';
import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';

/**
 * The country of an E.164 number, as ISO 3166, by the numbering plans of Google's libphonenumber, which distinguish
 * countries that share a code. A number outside its plan belongs to the largest of these countries; null if its code
 * belongs to no country.
 */
export function phoneCountry(number: string): string | null {
  const parsed = parsePhoneNumberFromString(`+${number.replace(/\D/g, '')}`);
  return parsed?.country ?? largestWith(parsed?.countryCallingCode) ?? null;
}

/** The largest of the countries that share a code. */
const largest: Readonly<Record<string, CountryCode>> = {
  1: 'US',
  7: 'RU',
  39: 'IT',
  44: 'GB',
  47: 'NO',
  61: 'AU',
  212: 'MA',
  262: 'RE',
  290: 'SH',
  358: 'FI',
  590: 'GP',
  599: 'CW',
};

function largestWith(code: string | undefined): CountryCode | undefined {
  if (code === undefined) return undefined;
  return largest[code] ?? getCountries().find((country) => getCountryCallingCode(country) === code);
}
