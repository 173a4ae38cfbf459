import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildSchema, getNamedType, isObjectType } from 'graphql';
import { insertAnyRow } from '../support/any-row.js';
import { tableOf } from '../support/api-lists.js';
import { startTestApp, type TestApp } from '../support/app.js';
import {
  assumeOneValue,
  explain,
  indexConditions,
  recordStatements,
  type SentStatement,
} from '../support/list-plans.js';
import type { Owner } from '../support/seed.js';

const schema = buildSchema(readFileSync(new URL('../../schema/schema.graphql', import.meta.url), 'utf8'));
const workspace = schema.getType('Workspace');
const workspaceFields = isObjectType(workspace) ? workspace.getFields() : {};

/** Every field of a record with a list of others (`Contact.conversations`), derived from the schema. */
const nestedLists = Object.values(schema.getTypeMap()).flatMap((type) => {
  const list = `${type.name[0]?.toLowerCase()}${type.name.slice(1)}s`;
  if (!isObjectType(type) || !workspaceFields[list]) return [];
  return Object.values(type.getFields())
    .filter(
      ({ args, type: page }) => args.some(({ name }) => name === 'limit') && /Page$/.test(getNamedType(page).name),
    )
    .map(({ name }) => ({ name: `${type.name}.${name}`, type: type.name, list, field: name }));
});

let app: TestApp;
let owner: Owner;
let sentSince: () => SentStatement[];

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
  for (const type of new Set(nestedLists.map((one) => one.type))) {
    await insertAnyRow(app, tableOf(type), owner.workspaceId);
  }
  await assumeOneValue(app, 'workspace_id');
  sentSince = recordStatements(app);
});
afterAll(() => app.stop());

test('records have lists of others', () => {
  expect(nestedLists.length).toBeGreaterThan(15);
});

test.each(nestedLists)('$name finds the rows of a record by an index', async ({ list, field }) => {
  sentSince();
  const { errors } = await app.graphql(
    `query ($id: ID!) { workspace(id: $id) { ${list} { items { id ${field} { items { __typename } } } } } }`,
    { id: owner.workspaceId },
    owner.token,
  );
  expect(errors).toBeUndefined();
  // The rows of several records at once: `k` has their IDs.
  const pages = sentSince().filter(({ text }) => / k\(id\)/.test(text));
  expect(pages.length).toBeGreaterThan(0);
  for (const page of pages) {
    const plans = await explain(app, owner.workspaceId, page, ['enable_seqscan = off']);
    expect(plans.flatMap(indexConditions).filter((condition) => condition.includes('k.id'))).not.toEqual([]);
  }
});
