import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Capability } from '../../src/platform/access/capabilities.js';
import { everyRead, everySearch, kindsIn, MarkedWorld, makeKeys, readOf } from './every-capability.js';
import { restOperations } from './naughty/rest-operations.js';

const world = new MarkedWorld();
let keys: ReadonlyMap<Capability, string>;
const kinds = [...readOf.keys()];

beforeAll(async () => {
  await world.open(restOperations(world));
  keys = await makeKeys(world);
}, 120_000);
afterAll(() => world.close());

/** Why a capability alone shows texts of other kinds: they are part of what it is about. */
const shows: Partial<Record<Capability, readonly string[]>> = {
  // The log keeps the values of every change.
  'audit:read': kinds,
  // New contacts are counted by their source.
  'analytics:read': ['contact'],
};

function isShown(kind: string, capability: Capability): boolean {
  return readOf.get(kind) === capability || (shows[capability]?.includes(kind) ?? false);
}

async function leaksOf(capability: Capability, as: string): Promise<string[]> {
  const read = everyRead(world).map(async ({ name, ask }) =>
    kindsIn(await ask(as))
      .filter((kind) => !isShown(kind, capability))
      .map((kind) => `${capability}: ${name} answers ${kind}`),
  );
  return (await Promise.all(read)).flat();
}

test('each capability alone reads texts of its own records only', async () => {
  const leaks: string[] = [];
  for (const [capability, as] of keys) leaks.push(...(await leaksOf(capability, as)));
  expect(leaks).toEqual([]);
}, 120_000);

test('each capability alone finds records by texts of its own records only', async () => {
  const found: string[] = [];
  for (const [capability, as] of keys) {
    const asked = everySearch(world).map(async ({ name, finds }) => {
      const others = kinds.filter((kind) => !isShown(kind, capability));
      return (await finds(others, as)).map((kind) => `${capability}: ${name} finds ${kind}`);
    });
    found.push(...(await Promise.all(asked)).flat());
  }
  expect(found).toEqual([]);
}, 120_000);

test('who may read everything finds a text of each kind', async () => {
  const seen = new Set<string>();
  for (const { ask } of everyRead(world)) for (const kind of kindsIn(await ask(world.caller))) seen.add(kind);
  expect(kinds.filter((kind) => !seen.has(kind))).toEqual([]);
}, 60_000);
