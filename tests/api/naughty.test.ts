import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { fuzzedOperations, tryAllowed, tryForbidden, tryNulls, type Verdict } from './fuzz/fuzz-operation.js';
import { Random } from './fuzz/random.js';
import { graphqlOperations } from './naughty/graphql-operations.js';
import { naughtyTexts } from './naughty/naughty-texts.js';
import type { Operation } from './naughty/operation.js';
import { restOperations, workspaceLists } from './naughty/rest-operations.js';
import { tryOperation } from './naughty/try-operation.js';
import { World } from './naughty/world.js';

const world = new World();
const rest = restOperations(world);
const all = [...rest, ...graphqlOperations(world)].filter(({ targets }) => targets.length > 0);
beforeAll(() => world.open(rest));
afterAll(() => world.close());

/** Texts for each place; `npm run trial -- naughty` tries all of them everywhere. */
const few = 1;

let turn = 0;
const nextTexts = () => Array.from({ length: few }, () => naughtyTexts[turn++ % naughtyTexts.length] as string);

/** Only a provider can sign these, or only a mailed link or an authenticator app has what they need. */
const others = [
  /^receive| \/(messages|voice|payments)\//,
  // Its input is optional with a default.
  /^(assignUnroutedMessage|loginTotp|loginLink|confirmTotp|regenerateRecoveryCodes|forgotPassword|resetPassword|verifyEmail|changeEmail)$/,
  // Without a provider there is none to link.
  /^linkIdentity$| \/auth\/me\/identities$/,
  / \/auth\/(login\/(totp|link)|totp\/.*|password\/(forgot|reset)|email\/(verify|change))$/,
];
const isOther = ({ name }: Operation) => others.some((pattern) => pattern.test(name));

test('every operation accepts a request that is valid', async () => {
  const refused: string[] = [];
  for (const { name, sendValid } of all.filter((operation) => !isOther(operation))) {
    const answer = await sendValid?.();
    if (answer && answer.status >= 300)
      refused.push(`${name}: ${answer.status} ${answer.message} ${JSON.stringify(answer.details)}`);
  }
  expect(refused).toEqual([]);
});

describe('a text of any kind is read back as it was sent, or refused by the name of its field', () => {
  test.each(all.map((operation): [string, Operation] => [operation.name, operation]))(
    '%s',
    async (_name, operation) => {
      expect(await tryOperation(operation, nextTexts)).toEqual([]);
    },
  );
});

/** `npm run trial -- fuzz` sends many. */
const seed = 20_261_122;

describe('of requests to REST', () => {
  test('those that the document allows are refused only by business rules, which the document names', async () => {
    const random = new Random(seed);
    const wrong: Verdict[] = [];
    for (const operation of fuzzedOperations()) wrong.push(await tryAllowed(world, operation, random));
    expect(wrong.flatMap(({ text = [] }) => text)).toEqual([]);
  });

  test('those that the document forbids are refused, and the error names the field', async () => {
    const random = new Random(seed);
    const wrong: Verdict[] = [];
    for (const operation of fuzzedOperations()) wrong.push(...(await tryForbidden(world, operation, random, 1)));
    expect(wrong.flatMap(({ text = [] }) => text)).toEqual([]);
    expect(wrong.length).toBeGreaterThan(100);
  });

  test('those with null are accepted where the document says that a field can be null', async () => {
    const random = new Random(seed);
    const wrong: Verdict[] = [];
    const updates = fuzzedOperations().filter(({ method }) => method !== 'GET');
    for (const operation of updates) wrong.push(...(await tryNulls(world, operation, random)));
    expect(wrong.flatMap(({ text = [] }) => text)).toEqual([]);
    expect(wrong.length).toBeGreaterThan(100);
  });
});

test('every list of the workspace answers afterwards', async () => {
  const statuses: [string, number][] = [];
  for (const { name, read } of workspaceLists(world)) statuses.push([name, (await read()).status]);
  expect(statuses.filter(([, status]) => status !== 200)).toEqual([]);
  expect(statuses.length).toBeGreaterThan(20);
});
