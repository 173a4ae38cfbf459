import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { contactFields } from '../../../../src/contexts/crm/definitions/index.js';
import * as documents from '../../../../src/rest/generated/operations.js';
import { ask, type OwnOperation, payloadOf, surfaces } from '../../../api/both-surfaces.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { importCsv as importFile } from '../../../support/import-csv.js';
import { nobody } from '../../../support/sample-args.js';
import type { Owner } from '../../../support/seed.js';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ worker: true });
}, 60_000);

afterAll(() => app.stop());

interface Result {
  created: number;
  updated: number;
  unchanged: number;
  failed: number;
  results: { index: number; status: string; id: string | null; errors: { field: string }[] }[];
}

const bulk: OwnOperation = ['POST P/contacts/upsert', documents.UpsertContactsDocument];

async function contactsOf({ workspaceId, token }: Owner, query = 'sortBy=email&sortOrder=asc&limit=100') {
  const { body } = await app.rest(`GET /workspaces/${workspaceId}/contacts?${query}`, { as: token });
  return body as unknown as { data: Record<string, unknown>[]; pagination: { total: number } };
}

const importCsv = (owner: Owner, csv: string | Uint8Array<ArrayBuffer>, query = '') =>
  importFile(app, owner, csv, query);

async function exportCsv(owner: Owner): Promise<string> {
  const url = `${app.url}/workspaces/${owner.workspaceId}/contacts/export`;
  return (await fetch(url, { headers: { authorization: `Bearer ${owner.token}` } })).text();
}

describe.each(surfaces)('bulk upsert over %s', (surface) => {
  test('stores each valid row, by email, otherwise by phone, and returns the result of each', async () => {
    const owner = await app.seed.owner();
    const by = { as: owner.token, workspaceId: owner.workspaceId };
    const run = async (contacts: object[]) =>
      payloadOf<Result>(surface, await ask(app, surface, bulk, { ...by, input: { contacts } }));
    const first = await run([
      { name: 'Ana', email: 'Ana@example.com', customFields: { a: 1 } },
      { name: 'Leo', phone: '+34600000001' },
      { name: 'Bad', email: 'nobody', phone: '12', status: 'friend' },
      { company: 'Nobody' },
      { name: 'Ana again', email: 'ana@EXAMPLE.com', customFields: { b: 2 } },
      { name: 'Of a stranger', assignedTo: nobody },
      { name: 'Of no one', assignedTo: '' },
    ]);
    expect(first).toMatchObject({ created: 2, updated: 1, unchanged: 0, failed: 4 });
    expect(first.results.map(({ status }) => status)).toEqual([
      'created',
      'created',
      'failed',
      'failed',
      'updated',
      'failed',
      'failed',
    ]);
    const errors = first.results.map((row) => row.errors.map(({ field }) => field).sort());
    expect(errors).toEqual([[], [], ['email', 'phone', 'status'], ['name'], [], ['assignedTo'], ['assignedTo']]);
    expect(first.results[4]?.id).toBe(first.results[0]?.id);

    const second = await run([
      { email: 'ana@example.com', phone: '+34600000001' },
      { email: 'ana@example.com', name: 'Ana again' },
      { phone: '+34600000001', email: 'leo@example.com' },
    ]);
    expect(second.results.map(({ status, errors }) => [status, errors.map(({ field }) => field)])).toEqual([
      ['failed', ['phone']],
      ['unchanged', []],
      ['updated', []],
    ]);
    expect((await contactsOf(owner)).data).toMatchObject([
      { name: 'Ana again', email: 'ana@example.com', customFields: { a: 1, b: 2 } },
      { name: 'Leo', email: 'leo@example.com', phone: '+34600000001' },
    ]);
  });

  test('starts the flows of its events, and accepts at most 1000 rows', async () => {
    const owner = await app.seed.owner();
    const by = { as: owner.token, workspaceId: owner.workspaceId };
    const start = node('start', 'trigger.crmEvent', {
      eventType: 'contact.created',
      conditions: [{ left: '{{triggerData.data.name}}', operator: 'endsWith', right: '99' }],
    });
    const flow = await app.seed.flow(owner, graph([start, node('end', 'logic.stop')], 'start>end'));
    const contacts = Array.from({ length: 200 }, (_, n) => ({ name: `Contact ${n}`, email: `c${n}@example.com` }));
    const done = payloadOf<Result>(surface, await ask(app, surface, bulk, { ...by, input: { contacts } }));
    expect(done).toMatchObject({ created: 200, failed: 0 });
    const { rows } = await app.services.db.pool.query('select 1 from executions where flow_id = $1', [flow.id]);
    expect(rows).toHaveLength(2);
    const many = Array.from({ length: 1_001 }, (_, n) => ({ name: `Contact ${n}` }));
    for (const wrong of [many, []]) {
      const refused = await ask(app, surface, bulk, { ...by, input: { contacts: wrong } });
      expect([refused.status, refused.details.map(({ field }) => field)]).toEqual([400, ['contacts']]);
    }
  });
});

describe('CSV', () => {
  test('without a column that names a contact is refused with the one that was probably meant', async () => {
    const owner = await app.seed.owner();
    const { status, body } = await importCsv(owner, 'emial,city\nana@example.com,Rome\n');
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(body.error.message).toContain('columns must have name, email or phone');
    expect(body.error.message).toContain('Did you mean "email"?');
    expect((await contactsOf(owner)).pagination.total).toBe(0);
  });

  test('is imported with columns in any spelling and errors by line, and an export can be imported again', async () => {
    const owner = await app.seed.owner();
    const csv = [
      '\ufeffName,Mail code,email,Tags,Do not contact,Shoe size',
      '"Ruiz, Ana",ignored,ana@example.com,vip;new,yes,38',
      'Leo,,leo@example.com,,,',
      '',
      'Bad,,nobody,,maybe,',
      '"Two\nlines",,two@example.com,,,',
      'Short,x',
    ].join('\r\n');
    const { status, body } = await importCsv(owner, csv);
    expect([status, body.data]).toMatchObject([202, { total: 5, created: 3, updated: 0, unchanged: 0, failed: 2 }]);
    expect(body.data.errors.map(({ line, field }) => [line, field])).toEqual([
      [5, 'doNotContact'],
      [5, 'email'],
      [8, undefined],
    ]);
    const { data } = await contactsOf(owner);
    expect(data).toMatchObject([
      {
        name: 'Ruiz, Ana',
        tags: ['vip', 'new'],
        doNotContact: true,
        customFields: { 'Shoe size': '38', 'Mail code': 'ignored' },
      },
      { name: 'Leo', tags: [], doNotContact: false, customFields: {} },
      { name: 'Two lines' },
    ]);
    const phone = 'name,phone,source\r\n=1+1,+34600000009,-x\r\n';
    expect((await importCsv(owner, phone)).body.data).toMatchObject({ created: 1 });
    const exported = await exportCsv(owner);
    expect(exported.split('\r\n')[0]).toBe(['id', ...Object.keys(contactFields), 'createdAt', 'updatedAt'].join());
    expect(exported).toContain(`"'=1+1",,`.replaceAll('"', ''));
    expect((await importCsv(owner, exported)).body.data).toMatchObject({ total: 4, unchanged: 4, failed: 0 });
    const other = await app.seed.owner();
    expect((await importCsv(other, exported)).body.data).toMatchObject({ created: 4, failed: 0 });
    expect((await importCsv(owner, 'name\nNobody')).body.data).toMatchObject({ created: 1 });
    const again = (await exportCsv(owner)).replace('Nobody', 'Somebody');
    expect((await importCsv(owner, again)).body.data).toMatchObject({ unchanged: 4, updated: 1, created: 0 });
    await importCsv(other, 'name\nSomebody');
    const names = async (of: Owner) => (await contactsOf(of)).data.map(({ name, phone: number }) => [name, number]);
    expect(await names(other)).toEqual(await names(owner));
  });

  test('is imported in batches, and exported completely', async () => {
    const owner = await app.seed.owner();
    const lines = Array.from({ length: 1_200 }, (_, n) => `Contact ${n},c${n}@example.com`);
    const csv = ['name,email', ...lines].join('\n');
    expect((await importCsv(owner, csv)).body.data).toMatchObject({ total: 1_200, created: 1_200, failed: 0 });
    expect((await importCsv(owner, csv.replaceAll('Contact', 'Person'), '?existing=skip')).body.data).toMatchObject({
      unchanged: 1_200,
    });
    const exported = (await exportCsv(owner)).trimEnd().split('\r\n');
    expect(exported).toHaveLength(1_201);
    expect(new Set(exported.slice(1).map((line) => line.split(',')[2])).size).toBe(1_200);
  });

  test('is exported completely in smaller parts if contacts are large', async () => {
    const owner = await app.seed.owner();
    for (let n = 0; n < 4; n++) {
      const body = { name: `C ${n}`, customFields: { note: randomBytes(200_000).toString('hex') } };
      await app.rest(`POST /workspaces/${owner.workspaceId}/contacts`, { as: owner.token, body });
    }
    const query = `query ($id: ID!, $after: ID) { workspace(id: $id) { contactsCsv(after: $after) { text next } } }`;
    type Answer = { workspace: { contactsCsv: { text: string; next: string | null } } };
    const partAfter = async (after: string | null) =>
      (await app.graphql<Answer>(query, { id: owner.workspaceId, after }, owner.token)).data?.workspace.contactsCsv;
    const parts: string[] = [];
    let part = await partAfter(null);
    for (; part?.next; part = await partAfter(part.next)) parts.push(part.text);
    parts.push(part?.text ?? '');
    expect(parts).toHaveLength(4);
    expect((await exportCsv(owner)).trimEnd().split('\r\n')).toEqual(parts.join('').trimEnd().split('\r\n'));
  });

  test('can be separated by semicolons, and must be UTF-8', async () => {
    const owner = await app.seed.owner();
    const csv = 'name;email;tags\r\nJosé;jose@example.com;"vip;new"\r\n';
    expect((await importCsv(owner, csv)).body.data).toMatchObject({ created: 1, failed: 0 });
    expect((await contactsOf(owner)).data).toMatchObject([{ name: 'José', tags: ['vip', 'new'] }]);
    const latin1 = await importCsv(owner, new Uint8Array(Buffer.from('name\r\nMuñoz\r\n', 'latin1')));
    expect(latin1).toMatchObject({ status: 400, body: { error: { code: 'BAD_REQUEST' } } });
    expect(JSON.stringify(latin1.body)).toContain('must be UTF-8');
    expect((await contactsOf(owner)).pagination.total).toBe(1);
  });

  test('has no booleans but those of a fixed list', async () => {
    const owner = await app.seed.owner();
    const { body } = await importCsv(owner, 'name,doNotContact\nAna,constructor\nLeo,__proto__\nEva,Yes\n');
    expect(body.data).toMatchObject({ created: 1, failed: 2 });
    expect(body.data.errors.map(({ line, field }) => [line, field])).toEqual([
      [2, 'doNotContact'],
      [3, 'doNotContact'],
    ]);
  });

  test('is rejected if it is invalid, and if the caller cannot write', async () => {
    const owner = await app.seed.owner();
    expect(await importCsv(owner, '')).toMatchObject({ status: 400 });
    expect(await importCsv(owner, 'name,Name\nx,y')).toMatchObject({
      status: 400,
      body: { error: { code: 'VALIDATION_FAILED' } },
    });
    expect(await importCsv(owner, 'name\nx', '?existing=drop')).toMatchObject({ status: 400 });
    expect(await importCsv(owner, 'name\n"open')).toMatchObject({
      status: 400,
      body: { error: { code: 'BAD_REQUEST' } },
    });
    const token = await app.seed.apiKey(owner, ['contacts:read']);
    expect(await importCsv({ ...owner, token }, 'name\nx')).toMatchObject({ status: 403 });
    const stranger = await app.seed.owner();
    expect(await importCsv({ ...owner, token: stranger.token }, 'name\nx')).toMatchObject({ status: 404 });
    expect((await contactsOf(owner)).pagination.total).toBe(0);
  });
});

test('two concurrent imports of the same contacts create each of them once', async () => {
  const owner = await app.seed.owner();
  const csv = ['name,email', ...Array.from({ length: 300 }, (_, n) => `C${n},c${n}@example.com`)].join('\n');
  const done = await Promise.all([importCsv(owner, csv), importCsv(owner, csv), importCsv(owner, csv)]);
  expect(done.map(({ body }) => body.data.status)).toEqual(['completed', 'completed', 'completed']);
  expect((await contactsOf(owner)).pagination.total).toBe(300);
});

test('names of several lines in rows become one line, and longer texts keep theirs', async () => {
  const owner = await app.seed.owner();
  const row = { name: '\r\nAna \n María\r\n\u2028López', company: 'Acme\nSpain', tags: ['new\nlead'] };
  const cells = ['file@example.com', row.name, row.company, row.tags[0], 'Street 1\n28001 Madrid'];
  const csv = `email,name,company,tags,address\r\n${cells.map((cell) => `"${cell}"`).join(',')}\r\n`;
  expect((await importCsv(owner, csv)).body.data).toMatchObject({ created: 1, failed: 0 });
  const contacts = [{ ...row, email: 'bulk@example.com' }];
  const asked = { as: owner.token, body: { contacts } };
  const answer = await app.rest(`POST /workspaces/${owner.workspaceId}/contacts/upsert`, asked);
  expect(answer.body.data).toMatchObject({ created: 1, failed: 0 });
  const line = { name: 'Ana María López', company: 'Acme Spain', tags: ['new lead'] };
  const { data } = await contactsOf(owner);
  expect(data).toMatchObject([line, { ...line, customFields: { address: cells[4] } }]);
});
