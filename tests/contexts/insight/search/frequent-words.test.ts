import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { searchSources } from '../../../../src/app/modules.js';
import { hitSources } from '../../../../src/contexts/insight/search/index.js';
import { insertDocumentsSql, type SearchSource } from '../../../../src/platform/search/index.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import type { Owner } from '../../../support/seed.js';

/** So many that frequent pieces of words are known and avoided; see docs/decisions/search.md. */
const contacts = 21_000;

let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
  const { pool } = app.services.db;
  // Oldest first: the first thousand are called Zacharias, every other one of the rest Ana, of Carlas, and every one has a number.
  // Each company has one of five words.
  await pool.query(
    `insert into contacts (workspace_id, id, name, email, company, status, tags, do_not_contact, custom_fields, created_at, updated_at)
     select $1, uuidv7((n - $2) * interval '1 second'),
       case when n <= 1000 then 'Zacharias' when n % 2 = 0 then 'Ana' else 'Luis' end || ' Garcia ' || n, 'person' || n || '@example.com',
       case when n % 2 = 0 then 'Carlas ' else 'Carlos ' end || ('{Norte,Oeste,Centro,Levante,Pirineo}'::text[])[1 + n % 5],
       'lead', '{}', false, '{}', now(), now()
     from generate_series(1, $2::integer) n`,
    [owner.workspaceId, contacts],
  );
  await pool.query(insertDocumentsSql(hitSources(searchSources).get('contacts') as SearchSource));
  await pool.query('analyze search_documents');
}, 120_000);
afterAll(() => app.stop());

async function titlesOf(q: string, limit = 25): Promise<string[]> {
  const { body } = await app.rest(
    `GET /workspaces/${owner.workspaceId}/search?types=contacts&limit=${limit}&q=${encodeURIComponent(q)}`,
    { as: owner.token },
  );
  return (body as { data: { contacts: { title: string }[] } }).data.contacts.map(({ title }) => title);
}

test('of a word that half of all records have, the newest are found', async () => {
  const found = await titlesOf('ana');
  expect(found.length).toBe(25);
  const numbers = found.map((title) => Number(/^Ana Garcia (\d+)$/.exec(title)?.[1]));
  expect(Math.min(...numbers)).toBeGreaterThan(contacts - 1_000);
});

test('of words that all records have, the newest are found', async () => {
  const found = await titlesOf('garcia example');
  expect(found.length).toBe(25);
  const numbers = found.map((title) => Number(/ (\d+)$/.exec(title)?.[1]));
  expect(Math.min(...numbers)).toBeGreaterThan(contacts - 1_000);
});

test('a frequent word that none of the newest records has is found', async () => {
  const found = await titlesOf('zacharias');
  expect(found.length).toBe(25);
  expect(found.filter((title) => !title.startsWith('Zacharias '))).toEqual([]);
});

test.each([
  ['frequent words beside a rare one', 'ana garcia 20468', /^Ana Garcia 20468$/],
  ['an email address', 'person20469@example.com', /^Luis Garcia 20469$/],
  ['a part of a word beside a rare one', 'luis arci 20469', /^Luis Garcia 20469$/],
  ['a mistake in a rare word beside a frequent one', 'garcia zacharjas', /^Zacharias Garcia \d+$/],
  ['a part of a number whose pieces many records have', '0469', /0469$/],
  ['a word that all records have beside a part of a number', 'example son20469', /^Luis Garcia 20469$/],
  ['a mistake in one of two frequent words', 'zachxrias garcia', /^Zacharias Garcia \d+$/],
])('%s finds only the records that match', async (_, q, expected) => {
  const found = await titlesOf(q, 3);
  expect(found.length).toBeGreaterThan(0);
  expect(found.filter((title) => !expected.test(title))).toEqual([]);
});

test('frequent words that no record has together find nothing', async () => {
  expect(await titlesOf('ana luis')).toEqual([]);
});

test('of frequent words that no record has together, one is a mistake among the newest records', async () => {
  const found = await titlesOf('ana carlos');
  expect(found.length).toBeGreaterThan(0);
  const numbers = found.map((title) => Number(/^Ana Garcia (\d+)$/.exec(title)?.[1]));
  expect(Math.min(...numbers)).toBeGreaterThan(contacts - 2_500);
});

test('what no record has together is found out by one token of each word', async () => {
  const { rows } = await app.services.db.pool.query<{ ids: string[]; nowhere: number[] | null }>(
    `select f.ids, f.nowhere from (select array[' no', 'rte', ' le', 'nte'] as pieces) p
     cross join lateral (select search_pieces($1, 'contacts', p.pieces) as wanted) w
     cross join lateral (select array_agg(token) as known, array_agg(share) as shares from search_shares('contacts', w.wanted)) s
     cross join lateral search_documents_with($1, 'contacts', w.wanted, p.pieces, s.known, s.shares) f`,
    [owner.workspaceId],
  );
  expect([rows[0]?.ids, rows[0]?.nowhere?.length]).toEqual([[], 2]);
});
