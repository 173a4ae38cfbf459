import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { searchSources } from '../../../../src/app/modules.js';
import { hitSources } from '../../../../src/contexts/insight/search/index.js';
import { distance } from '../../../../src/contexts/insight/search/rank-hits.js';
import { capabilities } from '../../../../src/platform/access/capabilities.js';
import * as documents from '../../../../src/rest/generated/operations.js';
import { ask, type OwnOperation, payloadOf, surfaces } from '../../../api/both-surfaces.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import type { Owner } from '../../../support/seed.js';

const searchTypes = [...hitSources(searchSources).keys()];

let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
  await fill(owner);
}, 60_000);

afterAll(() => app.stop());

const search: OwnOperation = ['GET P/search', documents.SearchWorkspaceDocument];

async function create(by: Owner, path: string, body: object): Promise<{ id: string }> {
  const answer = await app.rest(`POST /workspaces/${by.workspaceId}${path}`, { as: by.token, body });
  if (!answer.body.success) throw new Error(JSON.stringify(answer.body));
  return answer.body.data;
}

/** One record of each type that is called Nightingale, and contacts with similar names. */
async function fill(by: Owner): Promise<void> {
  const named = { name: 'Nightingale' };
  const contact = await create(by, '/contacts', { name: 'Nightingale', email: 'flo@hospital.example' });
  await create(by, '/contacts', { name: 'Florence Nightingale-Smith', company: 'Hospital' });
  await create(by, '/contacts', { name: 'Nightingale Robert' });
  await create(by, '/contacts', { name: 'Jos\u00e9 Nu\u00f1ez', phone: '+34600123456' });
  await create(by, '/contacts', { name: 'Overnightingales' });
  await app.seed.flow(by, { ...named, ...graph([node('start', 'trigger.manual')]) }, false);
  await create(by, '/pipelines', named);
  await create(by, '/agents', named);
  await create(by, '/voice-agents', named);
  await create(by, '/campaigns', { ...named, channel: 'sms' });
  await create(by, '/email-templates', { ...named, subject: 'Hello', body: 'x' });
  await create(by, '/whatsapp-templates', { ...named, body: 'x' });
  await create(by, '/conversations', { contactId: contact.id, channel: 'sms' });
  await create(by, '/calendar-events', { title: 'Nightingale', startsAt: '2027-01-01', endsAt: '2027-01-02' });
  await create(by, '/knowledge-docs', { title: 'Nightingale', content: 'A bird that sings at night' });
  await create(by, '/call-campaigns', named);
  await create(by, '/caller-ids', { ...named, phone: '+34910000000' });
}

type Hits = Record<string, { id: string; type: string; title: string; subtitle: string | null; updatedAt: string }[]>;

test('the documentation lists each type, none of them required', async () => {
  const document: unknown = await (await fetch(`${app.url}/openapi.json`)).json();
  const way = ['paths', '/workspaces/{workspaceId}/search', 'get', 'responses', '200', 'content', 'application/json'];
  const data = [...way, 'schema', 'properties', 'data'].reduce(
    (inner, key) => (inner as Record<string, unknown>)[key],
    document,
  ) as { properties: object; required?: string[] };
  expect(Object.keys(data.properties).sort()).toEqual([...searchTypes].sort());
  expect(data.required).toBeUndefined();
});

describe.each(surfaces)('search over %s', (surface) => {
  const searchFor = async (query: Record<string, unknown>, as = owner.token) =>
    ask(app, surface, search, { as, workspaceId: owner.workspaceId, query });
  test('names the field with characters that cannot be stored', async () => {
    const { status, details } = await searchFor({ q: 'a\u0000b', types: ['contacts'] });
    expect([status, details.map(({ field }) => field)]).toEqual([400, ['q']]);
  });

  const hits = async (query: Record<string, unknown>, as?: string): Promise<Hits> => {
    const found = payloadOf<Hits>(surface, await searchFor(query, as));
    return Object.fromEntries(Object.entries(found).filter(([, list]) => list !== null));
  };
  const titles = async (q: string) => (await hits({ q, types: 'contacts' })).contacts?.map(({ title }) => title);

  test('searches all types, or those requested, each of which is a key', async () => {
    const all = await hits({ q: 'nightingale' });
    expect(Object.keys(all).sort()).toEqual([...searchTypes].sort());
    for (const type of searchTypes) {
      expect([type, all[type]?.[0]]).toEqual([type, expect.objectContaining({ type, title: 'Nightingale' })]);
      expect(all[type]?.[0]?.updatedAt).toMatch(/Z$/);
    }
    const types = surface === 'REST' ? 'flows,pipelines' : ['flows', 'pipelines'];
    expect(Object.keys(await hits({ q: 'zzz', types })).sort()).toEqual(['flows', 'pipelines']);
  });

  test('ranks the exact title first, then prefixes, words, parts of words, and typos last', async () => {
    const order = ['Nightingale', 'Nightingale Robert', 'Florence Nightingale-Smith', 'Overnightingales'];
    expect(await titles('nightingale')).toEqual(order);
    expect(await titles('NIGHTIN')).toEqual(order);
    expect(await titles('smith flo')).toEqual(['Florence Nightingale-Smith']);
    expect(await titles('n')).toEqual(expect.arrayContaining(['Nightingale', 'Jos\u00e9 Nu\u00f1ez']));
    expect(await titles('jose nunez')).toEqual(['Jos\u00e9 Nu\u00f1ez']);
    expect(await titles('600123')).toEqual(['Jos\u00e9 Nu\u00f1ez']);
    expect(await titles('flo@hospital')).toEqual(['Nightingale', 'Florence Nightingale-Smith']);
    for (const mistake of ['nigthingale', 'nightngale', 'nightingaale', 'nighxingale']) {
      expect([mistake, (await titles(mistake))?.[0]]).toEqual([mistake, 'Nightingale']);
    }
    expect(await titles('daffodil')).toEqual([]);
    expect(await titles('%_ \'";--')).toEqual([]);
  });

  test('omits records that the caller cannot read, and other workspaces', async () => {
    const key = await app.seed.apiKey(
      owner,
      capabilities.filter((one) => one !== 'contacts:read'),
    );
    const found = await hits({ q: 'nightingale' }, key);
    expect([found.contacts, found.pipelines?.length]).toEqual([[], 1]);
    const stranger = await app.seed.owner();
    const query = { q: 'nightingale' };
    const elsewhere = await ask(app, surface, search, { as: stranger.token, workspaceId: stranger.workspaceId, query });
    expect(Object.values(payloadOf<Hits>(surface, elsewhere)).flat()).toEqual([]);
  });

  test('reports every violation by its field', async () => {
    const answer = await searchFor({ q: 'x'.repeat(121), types: surface === 'REST' ? 'shoes' : ['shoes'], limit: 0 });
    expect([answer.status, answer.details.map(({ field }) => field)]).toEqual([400, ['q', 'types', 'limit']]);
    expect(answer.details[1]?.message).toContain('knowledgeDocs');
    expect(await searchFor({})).toMatchObject({ status: 400 });
    expect((await hits({ q: 'nightingale', types: 'contacts', limit: 2 })).contacts).toHaveLength(2);
  });
});

test('updates and deletions are found at once, and lists find text anywhere', async () => {
  const by = await app.seed.owner();
  const { id } = await create(by, '/contacts', { name: 'Before Change' });
  const at = `/workspaces/${by.workspaceId}`;
  const found = async (q: string) => {
    const [listed, searched] = [
      await app.rest(`GET ${at}/contacts?search=${q}`, { as: by.token }),
      await app.rest(`GET ${at}/search?q=${q}&types=contacts`, { as: by.token }),
    ];
    const ids = (searched.body.data as { contacts: { id: string }[] }).contacts;
    return [(listed.body.data as { id: string }[]).length, ids.length];
  };
  expect(await found('fore')).toEqual([1, 1]);
  await app.rest(`PATCH ${at}/contacts/${id}`, { as: by.token, body: { name: 'Afterwards' } });
  expect([await found('before'), await found('afterw')]).toEqual([
    [0, 0],
    [1, 1],
  ]);
  await app.rest(`DELETE ${at}/contacts/${id}`, { as: by.token });
  expect(await found('afterw')).toEqual([0, 0]);
  const { rows } = await app.services.db.pool.query('select 1 from search_documents where id = $1', [id]);
  expect(rows).toEqual([]);
});

test('one typo is a distance of one, in any word', () => {
  const word = fc.string({ minLength: 3, maxLength: 12, unit: fc.constantFrom(...'abcdefgh') });
  fc.assert(
    fc.property(word, fc.nat(), fc.constantFrom(...'xyz'), (text, seed, letter) => {
      const at = seed % text.length;
      const wrong = text.slice(0, at) + letter + text.slice(at + 1);
      const extra = text.slice(0, at) + letter + text.slice(at);
      const swapped = at + 1 < text.length ? text.slice(0, at) + text[at + 1] + text[at] + text.slice(at + 2) : text;
      expect(distance(text, text)).toBe(0);
      expect(distance(text, `${text}rest`)).toBe(0);
      for (const mistaken of [wrong, extra, swapped]) expect(distance(mistaken, text)).toBeLessThanOrEqual(1);
    }),
  );
});
