import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Capability } from '../../src/platform/access/capabilities.js';
import { everyRead, everySearch, kindsIn, MarkedWorld, makeKeys, ownerOf, readOf } from './every-capability.js';
import { restOperations } from './naughty/rest-operations.js';

const world = new MarkedWorld();
let keys: ReadonlyMap<Capability, string>;
const kinds = [...readOf.keys()];

beforeAll(async () => {
  await world.open(restOperations(world));
  keys = await makeKeys(world);
}, 120_000);
afterAll(() => world.close());

const isShown = (kind: string, capability: Capability) => readOf.get(kind) === capability;

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

test('the audit log shows what was changed of a record only to who may read the record', async () => {
  const log = everyRead(world).filter(({ name }) => /audit/i.test(name));
  const owner = ownerOf(world);
  const wrong: string[] = [];
  for (const capability of new Set(readOf.values())) {
    const as = await world.app.seed.apiKey(owner, ['audit:read', capability]);
    const seen = new Set((await Promise.all(log.map(({ ask }) => ask(as)))).flatMap(kindsIn));
    // Executions change no records that the log has.
    const own = kinds.filter((kind) => isShown(kind, capability) && kind !== 'execution');
    const missing = own.filter((kind) => !seen.has(kind)).map((kind) => `${capability}: no ${kind}`);
    wrong.push(...[...seen].filter((kind) => !own.includes(kind)).map((kind) => `${capability}: ${kind}`), ...missing);
  }
  expect(wrong).toEqual([]);
}, 60_000);

test('who may read everything finds a text of each kind', async () => {
  const seen = new Set<string>();
  for (const { ask } of everyRead(world)) for (const kind of kindsIn(await ask(world.caller))) seen.add(kind);
  expect(kinds.filter((kind) => !seen.has(kind))).toEqual([]);
}, 60_000);
