import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { DateTime } from '../../src/platform/graphql/scalars.js';

test('times as Postgres writes them answer as every other time does', () => {
  const fraction = fc.stringMatching(/^(\.\d{1,6})?$/);
  const time = fc.date({
    min: new Date('0001-01-01T00:00:00Z'),
    max: new Date('9999-12-31T00:00:00Z'),
    noInvalidDate: true,
  });
  const forms = fc.constantFrom<[string, string]>([' ', '+00'], ['T', '+00:00'], ['T', '+00']);
  fc.assert(
    fc.property(time, fraction, forms, (date, part, [between, zone]) => {
      const second = date.toISOString().slice(0, 19);
      const text = `${second.replace('T', between)}${part}${zone}`;
      expect(DateTime.serialize(text)).toBe(`${second}${`${part || '.'}000`.slice(0, 4)}Z`);
    }),
  );
});

test('times of another zone, without one, or as dates still answer in UTC', () => {
  expect(DateTime.serialize('2026-11-21 09:30:00.5+02')).toBe('2026-11-21T07:30:00.500Z');
  expect(DateTime.serialize('2026-11-21T09:30:00.1234Z')).toBe('2026-11-21T09:30:00.123Z');
  expect(DateTime.serialize(new Date(0))).toBe('1970-01-01T00:00:00.000Z');
  expect(() => DateTime.serialize('infinity')).toThrow(RangeError);
});
