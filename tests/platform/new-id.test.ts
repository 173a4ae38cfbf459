import { expect, test } from '@jest/globals';
import { validate, version } from 'uuid';
import { newId } from '../../src/platform/new-id.js';

test('ids are UUIDv7, none comes twice and each is greater than the one before', () => {
  const before = Date.now();
  const ids = Array.from({ length: 20_000 }, newId);
  const after = Date.now();
  expect(ids.every((id) => validate(id) && version(id) === 7)).toBe(true);
  expect(new Set(ids).size).toBe(ids.length);
  expect([...ids].sort()).toEqual(ids);
  for (const id of [ids[0], ids.at(-1)] as string[]) {
    const made = Number.parseInt(id.replace('-', '').slice(0, 12), 16);
    expect(made).toBeGreaterThanOrEqual(before);
    expect(made).toBeLessThanOrEqual(after);
  }
});
