import { describe, expect, test } from '@jest/globals';
import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { phoneCountry } from '../../../src/platform/providers/phone-country.js';

/** Codes with several countries. */
const shared = Object.entries(Object.groupBy(getCountries(), (country) => getCountryCallingCode(country))).flatMap(
  ([code, countries = []]) => (countries.length > 1 ? [code] : []),
);

describe('the country of a number', () => {
  test.each([
    ['+12125551234', 'US'],
    ['+1 (416) 555-0123', 'CA'],
    ['+18765551234', 'JM'],
    ['+18005551212', 'US'],
    ['+79161234567', 'RU'],
    ['+77011234567', 'KZ'],
    ['+447400123456', 'GB'],
    ['+441534123456', 'JE'],
    ['+34600000001', 'ES'],
    ['+262692123456', 'RE'],
  ])('is told from that of others with the same code: %s', (number, country) => {
    expect(phoneCountry(number)).toBe(country);
  });

  test.each([
    ['+15550100', 'US'],
    ['+44111', 'GB'],
    ['+262639123', 'RE'],
  ])('is the largest with its code where the number is none of the plan: %s', (number, country) => {
    expect(phoneCountry(number)).toBe(country);
  });

  test('has a largest one for each code that is shared', () => {
    const found = shared.map((code) => phoneCountry(`+${code}11`));
    expect(found).toEqual(['US', 'RU', 'IT', 'GB', 'NO', 'AU', 'MA', 'RE', 'SH', 'FI', 'GP', 'CW']);
  });

  test.each(['+80012345678', '+999123456789', '', '+', 'Ana', '12'])('is none where the code is none: %s', (number) => {
    expect(phoneCountry(number)).toBeNull();
  });

  test('is right for a mobile number of each country, or that of a neighbour with the same numbers', () => {
    const wrong = Object.entries(examples).filter(([country, national]) => {
      const number = parsePhoneNumberFromString(national, country as never)?.number ?? '';
      const found = phoneCountry(number) as never;
      return found !== country && getCountryCallingCode(found) !== getCountryCallingCode(country as never);
    });
    expect(Object.keys(examples).length).toBeGreaterThan(200);
    expect(wrong).toEqual([]);
  });
});
