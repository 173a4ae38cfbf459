import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Capability, capabilities } from '../../src/platform/access/capabilities.js';
import { everyRead, everySearch, halvesOf, kindsIn, MarkedWorld, ownerOf, readOf } from './every-capability.js';
import { restOperations } from './naughty/rest-operations.js';

const world = new MarkedWorld();
const keys: { held: readonly Capability[]; as: string }[] = [];
const kinds = [...readOf.keys()];

beforeAll(async () => {
  await world.open(restOperations(world));
  for (const held of halvesOf(capabilities)) keys.push({ held, as: await world.app.seed.apiKey(ownerOf(world), held) });
}, 120_000);
afterAll(() => world.close());

const isShown = (kind: string, held: readonly Capability[]) => held.some((one) => readOf.get(kind) === one);

test('a key that lacks a capability reads no texts of its records, whichever others it has', async () => {
  const leaks: string[] = [];
  for (const { held, as } of keys) {
    const read = everyRead(world).map(async ({ name, ask }) =>
      kindsIn(await ask(as))
        .filter((kind) => !isShown(kind, held))
        .map((kind) => `without ${readOf.get(kind)}, ${name} answers ${kind}`),
    );
    leaks.push(...(await Promise.all(read)).flat());
  }
  expect([...new Set(leaks)]).toEqual([]);
}, 120_000);

test('a key that lacks a capability finds no records by texts of its records, whichever others it has', async () => {
  const found: string[] = [];
  for (const { held, as } of keys) {
    const others = kinds.filter((kind) => !isShown(kind, held));
    const asked = everySearch(world).map(async ({ name, finds }) =>
      (await finds(others, as)).map((kind) => `without ${readOf.get(kind)}, ${name} finds ${kind}`),
    );
    found.push(...(await Promise.all(asked)).flat());
  }
  expect([...new Set(found)]).toEqual([]);
}, 120_000);

test('the audit log shows what was changed of a record only to who may read the record', async () => {
  const log = everyRead(world).filter(({ name }) => /audit/i.test(name));
  const owner = ownerOf(world);
  const wrong: string[] = [];
  for (const capability of new Set(readOf.values())) {
    const as = await world.app.seed.apiKey(owner, ['audit:read', capability]);
    const seen = new Set((await Promise.all(log.map(({ ask }) => ask(as)))).flatMap(kindsIn));
    // Executions change no records that the log has.
    const own = kinds.filter((kind) => isShown(kind, [capability]) && kind !== 'execution');
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
