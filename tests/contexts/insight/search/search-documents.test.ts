import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { records } from '../../../../src/app/collect-modules.js';
import { searchSources } from '../../../../src/app/modules.js';
import { type AnyRecord, offers, type RecordField } from '../../../../src/platform/records/index.js';
import type { SearchSource } from '../../../../src/platform/search/index.js';
import { hasDocuments } from '../../../../src/platform/search/index.js';
import type { OwnOperation } from '../../../api/both-surfaces.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { importCsv } from '../../../support/import-csv.js';
import { untrueDocuments } from '../../../support/search-documents.js';
import type { Owner } from '../../../support/seed.js';
import { recordStatements } from '../../../support/statements.js';
import { namedIds, operationOf } from '../../crm/definitions/record-asks.js';
import { type Sample, samples } from '../../crm/definitions/record-samples.js';

let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await startTestApp({ worker: true });
  owner = await app.seed.owner();
}, 60_000);

afterAll(() => app.stop());

type Row = Record<string, unknown> & { id: string };

async function call<T = Row>(method: string, path: string, body?: unknown, by = owner): Promise<T> {
  const at = `${method} /workspaces/${by.workspaceId}/${path}`;
  const answer = await app.rest(at, { as: by.token, ...(body !== undefined && { body }) });
  if (!answer.body.success) throw new Error(`${at}: ${JSON.stringify(answer.body)}`);
  return answer.body.data;
}

/** How rows of a searched type are written through the public routes. */
interface Writes {
  path: string;
  /** Defaults to PATCH. */
  change?: string;
  input: Record<string, unknown>;
  /** A searched field, and whether clients can change it. */
  field: string;
  isOpen: boolean;
  isDeletable: boolean;
}

const plain: Record<string, Omit<Writes, 'isOpen' | 'isDeletable'>> = {
  flows: { path: 'flows', input: graph([node('start', 'trigger.manual')]), field: 'name' },
  companyContexts: { path: 'company-contexts', change: 'PUT', input: { companyName: 'Acme' }, field: 'name' },
};

/** @param n makes the values of rows unique; 1 to 9 */
async function writesOf({ type, table }: SearchSource, n = 1): Promise<Writes> {
  const own = plain[type];
  if (own) return { ...own, isOpen: true, isDeletable: true };
  const sample = samples.find(({ record }) => record.table === table);
  if (!sample) throw new Error(`Say here how ${type} are written.`);
  return writesOfRecord(sample, n);
}

async function writesOfRecord(sample: Sample, n: number): Promise<Writes> {
  const { record } = sample;
  const ids = await namedIds(app, sample, { as: owner.token, workspaceId: owner.workspaceId }, n);
  const searched = Object.entries(record.fields as Record<string, RecordField>).filter(([, field]) => field.searched);
  const [field, { writable }] = searched[0] as [string, RecordField];
  const input = Object.fromEntries(
    Object.entries(sample.input(n + 1, ids)).filter(([name]) => name !== record.parent?.field),
  );
  const isOpen = writable === 'always' && offers(record, 'update');
  return { path: pathOf(record, ids), input, field, isOpen, isDeletable: offers(record, 'delete') };
}

function pathOf(record: AnyRecord, ids: Record<string, string>): string {
  const [route] = operationOf(record, 'Create') as OwnOperation;
  return route.replace('POST P/', '').replace(/:(\w+)/g, (_, name) => String(ids[name]));
}

const isPhone = (field: string) => field === 'from';
const words = { first: ['Zanzibar tower', 'zanzib'], second: ['Quokkaville', 'QUOKKAV'] } as const;

/** The server itself writes the others, whose documents `tests/rest/lists.test.ts` compares; files are no JSON, and have their own test. */
const written = searchSources.filter(
  (source) => hasDocuments(source) && !['outbox', 'agentSessions', 'files'].includes(source.type),
);

describe.each(written)('$type', (source) => {
  const found = async (path: string, q: string, id: string): Promise<boolean[]> => {
    const listed = await call<Row[]>('GET', `${path}?search=${encodeURIComponent(q)}`);
    const has = (rows: Row[] | undefined) => rows?.some((row) => row.id === id) ?? false;
    if (!source.hit) return [has(listed)];
    const hits = await call<Record<string, Row[]>>(
      'GET',
      `search?q=${encodeURIComponent(q)}&types=${source.type}&limit=25`,
    );
    return [has(listed), has(hits[source.type])];
  };
  const everywhere = source.hit ? [true, true] : [true];
  const nowhere = everywhere.map(() => false);

  test('is found by its content as soon as it is created or updated, and no longer once deleted', async () => {
    owner = await app.seed.owner();
    const { path, change = 'PATCH', input, field, isOpen, isDeletable } = await writesOf(source);
    const [text, q] = isPhone(field) ? ['+34911222333', '1122233'] : words.first;
    const { id } = await call('POST', path, { ...input, [field]: text });
    expect(await found(path, q, id)).toEqual(everywhere);
    const [changed, newly] = isOpen ? words.second : [text, q];
    if (isOpen) {
      await call(change, `${path}/${id}`, { [field]: changed });
      expect([await found(path, q, id), await found(path, newly, id)]).toEqual([nowhere, everywhere]);
    }
    if (isDeletable) {
      await call('DELETE', `${path}/${id}`);
      expect(await found(path, newly, id)).toEqual(nowhere);
    }
    expect(await untrueDocuments(app)).toEqual([]);
  });
});

test('every record with searched fields, unless its lists are short, is among the types that are searched', () => {
  const searched = records.filter(
    ({ fields, indexed }) =>
      indexed !== false && Object.values(fields as Record<string, RecordField>).some((one) => one.searched),
  );
  const tables = searchSources.map(({ table }) => table);
  expect(searched.map(({ table }) => table).filter((table) => !tables.includes(table))).toEqual([]);
});

test('contacts that are written in bulk or imported are found, and no longer with their messages once deleted', async () => {
  const by = await app.seed.owner();
  const rows = [1, 2, 3].map((n) => ({ name: `Bulk Armadillo ${n}`, email: `bulk${n}@example.com` }));
  await call('POST', 'contacts/upsert', { contacts: rows }, by);
  await call('POST', 'contacts/upsert', { contacts: [{ ...rows[0], name: 'Renamed Pangolin' }] }, by);
  const csv = 'name,email\nImported Okapi,okapi@example.com\nImported Okapi again,again@example.com';
  expect((await importCsv(app, by, csv)).body.data).toMatchObject({ created: 2 });
  const list = async (q: string) => (await call<Row[]>('GET', `contacts?search=${q}`, undefined, by)).length;
  expect([await list('armadillo'), await list('pangolin'), await list('okapi')]).toEqual([2, 1, 2]);
  const [contact] = await call<Row[]>('GET', 'contacts?search=pangolin', undefined, by);
  const { id } = await call('POST', 'conversations', { contactId: contact?.id, channel: 'sms' }, by);
  await call('POST', `conversations/${id}/messages`, { body: 'About the wombat' }, by);
  expect(await untrueDocuments(app)).toEqual([]);
  await call('DELETE', `contacts/${contact?.id}`, undefined, by);
  expect(await untrueDocuments(app)).toEqual([]);
  expect((await app.rest(`DELETE /workspaces/${by.workspaceId}`, { as: by.token })).status).toBe(200);
  expect(await untrueDocuments(app)).toEqual([]);
});

test('a page of contacts costs one statement of the index, a change of fields that are not searched none', async () => {
  const by = await app.seed.owner();
  const statements = recordStatements(app);
  const written = async (work: () => Promise<unknown>) =>
    (await statements(work)).filter((label) => label === 'write_search_documents').length;
  const contacts = Array.from({ length: 50 }, (_, n) => ({ name: `Lemur ${n}`, email: `lemur${n}@example.com` }));
  expect(await written(() => call('POST', 'contacts/upsert', { contacts }, by))).toBe(1);
  const [contact] = await call<Row[]>('GET', 'contacts?search=lemur&limit=1', undefined, by);
  const change = (body: object) => () => call('PATCH', `contacts/${contact?.id}`, body, by);
  expect([await written(change({ status: 'customer' })), await written(change({ company: 'Zoo' }))]).toEqual([0, 1]);
});

test('flows that are duplicated, exported and imported, restored or created from a template are found by their names', async () => {
  const by = await app.seed.owner();
  const flow = await app.seed.flow(by, { name: 'Original Heron', ...graph([node('start', 'trigger.manual')]) }, false);
  const names = async (q: string) =>
    (await call<Row[]>('GET', `flows?search=${q}&sortBy=name&sortOrder=asc`, undefined, by)).map(({ name }) => name);
  await call('POST', `flows/${flow.id}/duplicate`, {}, by);
  await call('PATCH', `flows/${flow.id}`, { name: 'Changed Egret' }, by);
  expect([await names('heron'), await names('egret')]).toEqual([['Original Heron (copy)'], ['Changed Egret']]);
  await call('POST', `flows/${flow.id}/versions/1/restore`, {}, by);
  expect([await names('heron'), await names('egret')]).toEqual([['Original Heron', 'Original Heron (copy)'], []]);
  const template = await call(
    'POST',
    'flows/templates',
    { name: 'Template', ...graph([node('start', 'trigger.manual')]) },
    by,
  );
  await call('POST', `flows/templates/${template.id}/use`, { name: 'Used Bittern' }, by);
  expect(await names('bittern')).toEqual(['Used Bittern']);
  const file = await call('GET', `flows/${flow.id}/export`, undefined, by);
  await call('POST', 'flows/import', { file, name: 'Imported Stork' }, by);
  expect(await names('stork')).toEqual(['Imported Stork']);
  expect(await untrueDocuments(app)).toEqual([]);
});

test('documents match the declarations after any sequence of writes', async () => {
  owner = await app.seed.owner();
  const kinds = await Promise.all(
    searchSources.filter(({ type }) => writable.includes(type)).map((source) => writesOf(source)),
  );
  const step = fc.record({
    kind: fc.nat(kinds.length - 1),
    act: fc.constantFrom('create', 'change', 'delete'),
    n: fc.nat(1_000),
  });
  const sequence = fc.array(step, { minLength: 5, maxLength: 25 });
  await fc.assert(
    fc.asyncProperty(sequence, async (steps) => {
      const ids = kinds.map((): string[] => []);
      for (const { kind, act, n } of steps) {
        const { path, change = 'PATCH', input, field } = kinds[kind] as Writes;
        const made = ids[kind] as string[];
        const id = made[n % Math.max(1, made.length)];
        const text = { [field]: `Text ${n} of ${act}` };
        if (act === 'create' || !id) made.push((await call('POST', path, { ...input, ...text })).id);
        else if (act === 'change') await call(change, `${path}/${id}`, text);
        else await call('DELETE', `${path}/${made.splice(made.indexOf(id), 1)[0]}`);
      }
      expect(await untrueDocuments(app)).toEqual([]);
    }),
    { numRuns: 8 },
  );
}, 60_000);

/** Types of which any number of similar rows can be created. */
const writable = ['flows', 'pipelines', 'agents', 'campaigns', 'emailTemplates', 'calendarEvents', 'companyContexts'];

describe('text of a long knowledge document', () => {
  const filler = Array.from({ length: 70_000 }, (_, n) => `w${(n * 7919) % 4_001}`)
    .join(' ')
    .slice(0, 499_900);
  const at = (place: number, text: string) => `${filler.slice(0, place)} ${text} ${filler.slice(place)}`;

  test.each([0, 19_995, 20_500, 250_000, 499_000])('is found at character %i', async (place) => {
    const { id } = await call('POST', 'knowledge-docs', { title: `Long ${place}`, content: at(place, 'xylophonist') });
    const listed = await call<Row[]>('GET', 'knowledge-docs?search=lophoni');
    const hits = await call<{ knowledgeDocs: Row[] }>('GET', 'search?q=xylophon&types=knowledgeDocs');
    expect([listed.map((row) => row.id), hits.knowledgeDocs.map((row) => row.id)]).toEqual([[id], [id]]);
    await call('DELETE', `knowledge-docs/${id}`);
  });

  test('is found without a space for 500,000 characters', async () => {
    const content = Array.from(
      { length: 499_000 },
      (_, n) => 'abcdefghijklmnopqrstuvwxyz'[(n * n + (n >> 3)) % 26],
    ).join('');
    const { id } = await call('POST', 'knowledge-docs', { title: 'One word', content: `${content}quetzal` });
    const listed = await call<Row[]>('GET', 'knowledge-docs?search=quetza');
    expect(listed.map((row) => row.id)).toEqual([id]);
  }, 60_000);
});
