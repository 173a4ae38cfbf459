import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type DocumentNode, getIntrospectionQuery, Kind, parse } from 'graphql';
import { buildGraphSchema } from '../../src/app/schema.js';
import { planQuery } from '../../src/platform/graphql/levels/plan-query.js';
import { selectedFields } from '../../src/platform/graphql/limits/selected-fields.js';
import * as operations from '../../src/rest/generated/operations.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { nobody } from '../support/sample-args.js';
import type { Owner } from '../support/seed.js';
import { type AskedOperation, askByEvents, askOverHttp, askOverSocket, type LimitAnswer } from './limits-ask.js';
import { wideDocument } from './wide-document.js';

let app: TestApp;
let owner: Owner;
const wide = wideDocument(buildGraphSchema(), 13);

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
});

afterAll(() => app.stop());

type Surface = (query: string, variables: object, asked: AskedOperation) => Promise<LimitAnswer>;
const surfaces: [string, Surface][] = [
  ['HTTP', async (...asked) => (await askOverHttp(...asked))[1]],
  ['WebSocket', askOverSocket],
  ['server-sent events', askByEvents],
];

const codesOf = ({ errors }: LimitAnswer) => errors?.map(({ extensions }) => extensions.code) ?? [];
const read = 'query ($id: ID!) { workspace(id: $id) { name } }';

describe.each(surfaces)('over %s', (name, ask) => {
  test('nothing is answered to callers without a credential', async () => {
    for (let time = 0; time < 2; time++) {
      const { data, errors } = await ask(read, { id: owner.workspaceId }, { at: app });
      expect(data).toBeNull();
      expect(errors).toEqual([
        {
          message: 'A credential is required. Send `Authorization: Bearer` with an access token or an API key.',
          path: ['workspace'],
          extensions: { code: 'UNAUTHENTICATED', status: 401, requestId: expect.any(String) },
        },
      ]);
    }
  });

  test('a document that spreads out to tens of thousands of fields is refused, whoever asks', async () => {
    const fields = selectedFields(parse(wide));
    expect([wide.length < 25_000, fields > 20_000]).toEqual([true, true]);
    const known = await ask(wide, { id: owner.workspaceId }, { at: app, as: owner.token });
    expect(known.data ?? null).toBeNull();
    expect(known.errors).toEqual([
      {
        message: `The document must select at most 4000 fields, but selects ${fields}. Split it into several smaller operations.`,
        extensions: { code: 'BAD_REQUEST', status: 400, requestId: expect.any(String) },
      },
    ]);
    const stranger = await ask(wide, { id: owner.workspaceId }, { at: app });
    expect([stranger.data ?? null, codesOf(stranger)]).toEqual([null, ['UNAUTHENTICATED']]);
  });

  test('root fields that are public answer everybody, alone and inside of fragments', async () => {
    const query = '{ ...A __typename } fragment A on Query { ... { creditRates { eventType } } }';
    const { data, errors } = await ask(query, {}, { at: app });
    expect(errors).toBeUndefined();
    expect(data).toMatchObject({ __typename: 'Query', creditRates: expect.any(Array) });
  });

  test('a document that is public only in part is refused as a whole', async () => {
    const email = `nobody-${name.replace(/\W/g, '-')}@example.com`;
    const input = { email, password: 'correct horse battery' };
    const mutation =
      'mutation ($input: RegisterInput!) { register(input: $input) { accessToken } ...All } fragment All on Mutation { logoutAll { loggedOut } }';
    expect(codesOf(await ask(mutation, { input }, { at: app }))).toEqual(['UNAUTHENTICATED']);
    const { rows } = await app.services.db.pool.query('select 1 from users where email = $1', [email]);
    expect(rows).toEqual([]);
    const query =
      '{ creditRates { eventType } ...A } fragment A on Query { ... @include(if: true) { mine: me { id } } }';
    const { data, errors } = await ask(query, {}, { at: app });
    expect([data, errors?.map(({ path }) => path)]).toEqual([null, [['mine']]]);
  });
});

describe('a document', () => {
  const http = async (query: string, variables: object = {}, asked: Partial<AskedOperation> = {}) =>
    (await askOverHttp(query, variables, { at: app, ...asked }))[1];

  test('with a bad credential is refused as one with none, with what is wrong with it', async () => {
    for (const ask of [http, (...asked: Parameters<Surface>) => askByEvents(...asked)] as Surface[]) {
      const answers = [read, wide].map((query) =>
        ask(query, { id: owner.workspaceId }, { at: app, as: 'wak_nonsense' }),
      );
      for (const answer of await Promise.all(answers)) {
        expect([answer.data ?? null, codesOf(answer)]).toEqual([null, ['INVALID_TOKEN']]);
      }
    }
  });

  test('may select 500 fields without a credential, and 4,000 with one', async () => {
    const names = (count: number) => `{ ${'__typename '.repeat(count)} }`;
    const chain = (count: number) => `{ ${'...A '.repeat(count / 100)} } fragment A on Query ${names(100)}`;
    expect((await http(names(500))).errors).toBeUndefined();
    expect((await http(names(501))).errors?.[0]?.message).toContain('must select at most 500 fields, but selects 501.');
    const asked = { as: owner.token };
    expect((await http(chain(4_000), {}, asked)).errors).toBeUndefined();
    expect((await http(chain(4_100), {}, asked)).errors?.[0]?.message).toContain(
      'must select at most 4000 fields, but selects 4100.',
    );
  });

  test('is counted with the fragments that nothing uses: validation reads them, too', async () => {
    const levels = Array.from({ length: 60 }, (_, at) => `fragment F${at} on __Schema { ...F${at + 1} ...F${at + 1} }`);
    const query = `{ me { id } } fragment X on Query { __schema { ...F0 } } ${levels.join(' ')} fragment F60 on __Schema { description }`;
    expect((await http(query, {}, { as: owner.token })).errors?.[0]?.message).toContain(
      'must select at most 4000 fields',
    );
    expect(codesOf(await http(query))).toEqual(['UNAUTHENTICATED']);
  });

  test('whose fragments go in circles through many fields is refused like any that spreads out too far', async () => {
    const fragments = Array.from(
      { length: 150 },
      (_, at) =>
        `fragment F${at} on Flow { lastExecution { flow { ${[1, 2, 3, 4, 5].map((by) => `...F${(at + by) % 150}`).join(' ')} } } }`,
    );
    const query = `query ($id: ID!) { workspace(id: $id) { flow(id: $id) { ...F0 } } } ${fragments.join(' ')}`;
    const [status, { errors }] = await askOverHttp(query, { id: nobody }, { at: app, as: owner.token });
    const extensions = { code: 'BAD_REQUEST', status: 400, requestId: expect.any(String) };
    expect([status, errors?.[0]?.extensions]).toEqual([400, extensions]);
    expect(errors?.[0]?.message).toContain('must select at most 4000 fields, but selects more than 1000000.');
  });

  test('that selects the same field again and again is given up, and says so', async () => {
    const { errors } = await http(`{ ${'me { id } '.repeat(1_000)} }`, {}, { as: owner.token });
    expect(errors).toEqual([
      {
        message:
          'The document must not select the same fields so many times. Split it into several smaller operations.',
        extensions: { code: 'BAD_REQUEST', status: 400, requestId: expect.any(String) },
      },
    ]);
  });

  test('that changes something ends at the field that failed', async () => {
    const mutation = `mutation ($id: ID!, $none: ID!) {
      a: createFolder(workspaceId: $id, input: { name: "Kept" }) { id }
      b: deleteFolder(workspaceId: $id, folderId: $none) { deletedId }
      c: createFolder(workspaceId: $id, input: { name: "Never made" }) { id } }`;
    const at = await app.seed.owner();
    const list = 'query ($id: ID!) { workspace(id: $id) { folders { items { name } } } }';
    await http(mutation, { id: at.workspaceId, none: nobody }, { as: at.token });
    const { data } = await http(list, { id: at.workspaceId }, { as: at.token });
    expect(data).toEqual({ workspace: { folders: { items: [{ name: 'Kept' }] } } });
  });
});

describe('operations of our own', () => {
  const documents = Object.entries(operations).filter(
    (entry): entry is [string, DocumentNode] => entry[0].endsWith('Document') && 'definitions' in (entry[1] as object),
  );

  test('are all read by levels', () => {
    const schema = buildGraphSchema();
    const reads = documents.flatMap(([name, document]) => {
      const [operation] = document.definitions;
      const isRead = operation?.kind === Kind.OPERATION_DEFINITION && operation.operation === 'query';
      return isRead ? [[name, planQuery(schema, document, operation) !== null] as const] : [];
    });
    expect(reads.length).toBeGreaterThan(80);
    expect(reads.filter(([, isPlanned]) => !isPlanned)).toEqual([]);
  });

  test('and what tools ask of the schema are far from the limits', () => {
    expect(documents.length).toBeGreaterThan(150);
    for (const [, document] of documents) expect(selectedFields(document)).toBeLessThan(400);
    const whole = {
      specifiedByUrl: true,
      directiveIsRepeatable: true,
      schemaDescription: true,
      inputValueDeprecation: true,
    };
    expect(selectedFields(parse(getIntrospectionQuery({ ...whole, oneOf: true })))).toBeLessThan(400);
  });
});
