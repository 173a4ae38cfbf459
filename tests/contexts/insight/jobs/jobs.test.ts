import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { ExecutionResult } from 'graphql';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import type { Owner } from '../../../support/seed.js';
import { waitFor } from '../../../support/wait-for.js';

let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await startTestApp({ worker: true });
}, 60_000);
beforeEach(async () => {
  owner = await app.seed.owner();
});
afterAll(() => app.stop());

type Job = Record<string, unknown> & { id: string; status: string; errors: Record<string, unknown>[] };

async function call(path: string, body?: unknown, as = owner.token): Promise<Job> {
  const { status, body: answer } = await refusedOr(path, body, as);
  if (status >= 300) throw new Error(`${path}: ${JSON.stringify(answer)}`);
  return answer.data as Job;
}

function refusedOr(path: string, body?: unknown, as = owner.token) {
  const [method, at] = path.split(' ') as [string, string];
  return app.rest(`${method} /workspaces/${owner.workspaceId}${at}`, { as, ...(body !== undefined && { body }) });
}

const ended = (id: string) =>
  waitFor(async () => {
    const job = await call(`GET /jobs/${id}`);
    return job.finishedAt === null ? null : job;
  });

/** Sends a request whose body is not JSON. */
async function send(path: string, type: string | undefined, body: RequestInit['body'], as = owner.token) {
  const answer = await fetch(`${app.url}/workspaces/${owner.workspaceId}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${as}`, ...(type && { 'content-type': type }) },
    body: body as string,
  });
  return {
    status: answer.status,
    body: (await answer.json()) as {
      data: Job;
      error: { code: string; message: string; details: { field: string }[] };
    },
  };
}

async function addContacts(count: number, more: (n: number) => object = () => ({})): Promise<void> {
  for (let from = 0; from < count; from += 1_000) {
    const contacts = Array.from({ length: Math.min(count - from, 1_000) }, (_, n) => ({
      name: `Person ${from + n}`,
      email: `person${from + n}@example.com`,
      ...more(from + n),
    }));
    await call('POST /contacts/upsert', { contacts });
  }
}

const total = async (query = '') => {
  const { body } = await refusedOr(`GET /contacts?limit=1${query}`);
  return (body as unknown as { pagination: { total: number } }).pagination.total;
};

async function fileOf({ resultUrl }: Job, as = owner.token): Promise<Response> {
  return fetch(String(resultUrl).replace(/^.*(?=\/workspaces)/, app.url), {
    headers: { authorization: `Bearer ${as}` },
  });
}

describe('an import', () => {
  test('writes the rows of a CSV file, and names the lines of those that it cannot', async () => {
    await addContacts(1);
    const csv =
      'Name,Email,Tags,City\nAna,ana@example.com,new;vip,Madrid\nPerson,person0@example.com,,Berlin\nBroken,nowhere,,\n';
    const { status, body } = await send('/imports', 'text/csv', csv);
    expect([status, body.data]).toMatchObject([202, { type: 'import', resource: 'contacts', total: 3 }]);
    expect(await ended(body.data.id)).toMatchObject({
      status: 'completed',
      done: 3,
      created: 1,
      updated: 1,
      failed: 1,
      errors: [{ line: 4, field: 'email' }],
    });
    expect(await total('&tag=vip')).toBe(1);
  });

  test('reads JSON lines, and a form with a file', async () => {
    const lines =
      '{"name":"Ana","email":"ana@example.com","tags":["a","b"]}\n\n{"email":"bob@example.com","customFields":{"city":"Rome"}}';
    const first = await send('/imports', 'application/x-ndjson', lines);
    expect(await ended(first.body.data.id)).toMatchObject({ status: 'completed', created: 2, errors: [] });
    expect(await total('&tag=b&filter[email][eq]=ana@example.com')).toBe(1);
    expect(await total('&filter[customFields.city][eq]=Rome')).toBe(1);
    const form = new FormData();
    form.set('note', 'of spring');
    form.set('file', new Blob(['email\ncarla@example.com\n'], { type: 'text/csv' }), 'contacts.csv');
    const second = await send('/imports?existing=skip', undefined, form as unknown as string);
    expect([second.status, await ended(second.body.data.id)]).toMatchObject([202, { status: 'completed', created: 1 }]);
  });

  test('reads cells that are separated by semicolons', async () => {
    const { body } = await send('/imports', 'text/csv', '\ufeffname;email\r\nJosé;jose@example.com\r\n');
    expect(await ended(body.data.id)).toMatchObject({ created: 1, errors: [] });
    expect(await total('&filter[name][eq]=José')).toBe(1);
  });

  test.each([
    ['', 'text/csv', 'VALIDATION_FAILED', 'content must not be empty'],
    ['name,email\n', 'text/csv', 'VALIDATION_FAILED', 'content must have at least 1 row'],
    ['name,name\na,b\n', 'text/csv', 'VALIDATION_FAILED', 'must not repeat the column name'],
    ['emial\na@example.com\n', 'text/csv', 'VALIDATION_FAILED', 'Did you mean "email"?'],
    ['name\n"open', 'text/csv', 'BAD_REQUEST', 'must be valid CSV'],
    ['{"a":1}\n[1]\n', 'application/x-ndjson', 'BAD_REQUEST', 'Line 2 of the file must be a JSON object.'],
    ['name\nAna\n', 'text/plain', 'UNSUPPORTED_MEDIA_TYPE', 'text/csv'],
    ['no form', 'multipart/form-data; boundary=x', 'BAD_REQUEST', 'must be a complete form'],
  ])('of %j as %s is refused', async (content, type, code, message) => {
    const { body } = await send('/imports', type, content);
    expect(body.error).toMatchObject({ code, message: expect.stringContaining(message) });
  });

  test('with an unknown parameter is refused where the client is strict', async () => {
    const answer = await fetch(`${app.url}/workspaces/${owner.workspaceId}/imports?existng=skip`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'text/csv', prefer: 'handling=strict' },
      body: 'name\nAna\n',
    });
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('existng')]);
  });

  test('of bytes that are no text is refused', async () => {
    const { body } = await send('/imports', 'text/csv', new Uint8Array([110, 10, 255]) as unknown as string);
    expect(body.error).toMatchObject({ code: 'BAD_REQUEST', message: expect.stringContaining('UTF-8') });
  });
});

describe('an export', () => {
  test('writes what a filter selects as CSV, which can be imported again', async () => {
    await addContacts(250, (n) => ({ company: n % 2 ? 'Acme' : 'Other', tags: ['a', 'b'] }));
    const job = await ended(
      (await call('POST /exports', { resource: 'contacts', filter: { company: { eq: 'Acme' } } })).id,
    );
    expect(job).toMatchObject({ status: 'completed', done: 125, total: 125, format: 'csv' });
    const file = await fileOf(job);
    const text = await file.text();
    expect([file.headers.get('content-type'), text.split('\r\n').length]).toEqual(['text/csv; charset=utf-8', 127]);
    const { body } = await send('/imports', 'text/csv', text);
    expect(await ended(body.data.id)).toMatchObject({ status: 'completed', unchanged: 125, errors: [] });
  });

  test('writes JSON lines', async () => {
    await addContacts(2);
    const job = await ended((await call('POST /exports', { resource: 'contacts', format: 'jsonl' })).id);
    const lines = (await (await fileOf(job)).text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ email }) => email)).toEqual(['person0@example.com', 'person1@example.com']);
  });

  test('makes room: the newest 20 are kept', async () => {
    const first = await ended((await call('POST /exports', { resource: 'contacts' })).id);
    for (let n = 0; n < 20; n++) await ended((await call('POST /exports', { resource: 'contacts' })).id);
    expect((await refusedOr(`GET /jobs/${first.id}`)).status).toBe(404);
    const { body } = await refusedOr('GET /jobs?limit=1');
    expect(body).toMatchObject({ pagination: { total: 20 } });
  });

  test('is refused as its list is, and its file is read by those who may read the records', async () => {
    const wrong = await refusedOr('POST /exports', { resource: 'contacts', filter: { nmae: { eq: 'x' } } });
    expect(wrong.body.error).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ field: 'filter.nmae' }] });
    const job = await ended((await call('POST /exports', { resource: 'contacts' })).id);
    const key = await call('POST /api-keys', { name: 'Flows', capabilities: ['flows:read'] });
    const refused = await fileOf(job, String(key.key));
    expect([refused.status, (await fileOf(job)).status]).toEqual([403, 200]);
    expect((await refusedOr('POST /exports', { resource: 'contacts' }, String(key.key))).status).toBe(403);
    expect((await refusedOr(`GET /jobs/${job.id}/result.jsonl`)).status).toBe(404);
  });
});

describe('a bulk change', () => {
  test('changes all that a filter selects, also when the change makes the filter select others', async () => {
    await addContacts(350, (n) => ({ company: n < 230 ? 'Acme' : 'Other' }));
    const asked = { filter: { company: { eq: 'Acme' } }, action: 'update', data: { company: 'AcmeLtd' } };
    const job = await ended((await call('POST /contacts/bulk', asked)).id);
    expect(job).toMatchObject({ status: 'completed', total: 230, done: 230, updated: 230, failed: 0 });
    expect([await total('&company=Acme'), await total('&company=AcmeLtd')]).toEqual([0, 230]);
  });

  test('changes only those that a search finds, of those that the filter selects', async () => {
    await addContacts(12, (n) => ({ company: n % 2 ? 'Odd' : 'Even' }));
    const asked = { filter: { company: { eq: 'Odd' } }, search: 'person1', action: 'addTags', data: { tags: ['x'] } };
    expect(await ended((await call('POST /contacts/bulk', asked)).id)).toMatchObject({ total: 2, updated: 2 });
    const found = await ended((await call('POST /contacts/bulk', { search: 'person1@', action: 'delete' })).id);
    expect(found).toMatchObject({ total: 1, deleted: 1 });
    const odd = await call('POST /exports', { resource: 'contacts', search: 'Odd', format: 'jsonl' });
    const file = await (await fileOf(await ended(odd.id))).text();
    expect(file.match(/"company":"Odd"/g)).toHaveLength(5);
  });

  test('adds and removes tags, and keeps the others', async () => {
    await addContacts(3, () => ({ tags: ['a', 'b'] }));
    await ended((await call('POST /contacts/bulk', { filter: {}, action: 'addTags', data: { tags: ['c', 'a'] } })).id);
    await ended((await call('POST /contacts/bulk', { filter: {}, action: 'removeTags', data: { tags: ['b'] } })).id);
    const { body } = await refusedOr('GET /contacts');
    const found = (body as unknown as { data: { tags: string[] }[] }).data;
    expect(found.map(({ tags }) => tags)).toEqual([
      ['a', 'c'],
      ['a', 'c'],
      ['a', 'c'],
    ]);
  });

  test('deletes those with IDs, and names those that are not there', async () => {
    await addContacts(2);
    const { body } = await refusedOr('GET /contacts');
    const ids = (body as unknown as { data: { id: string }[] }).data.map(({ id }) => id);
    const gone = '01a00000-0000-7000-8000-000000000000';
    const job = await ended((await call('POST /contacts/bulk', { ids: [...ids, gone], action: 'delete' })).id);
    expect(job).toMatchObject({ status: 'completed', done: 3, deleted: 2, failed: 1, errors: [{ recordId: gone }] });
    expect(await total()).toBe(0);
  });

  test('changes and deletes flows, each by itself', async () => {
    const made = await Promise.all(
      ['A', 'B'].map((name) => call('POST /flows', { name, ...graph([node('a', 'data.set')]) })),
    );
    const ids = made.map(({ id }) => id);
    await ended((await call('POST /flows/bulk', { ids, action: 'addTags', data: { tags: ['x'] } })).id);
    await ended((await call('POST /flows/bulk', { ids, action: 'update', data: { isActive: false } })).id);
    expect(await call(`GET /flows/${ids[0]}`)).toMatchObject({ tags: ['x'], isActive: false });
    expect(await ended((await call('POST /flows/bulk', { ids, action: 'delete' })).id)).toMatchObject({ deleted: 2 });
  });

  test('says of a flow that cannot be activated each of the violations', async () => {
    const flow = await call('POST /flows', { name: 'Empty' });
    const job = await ended(
      (await call('POST /flows/bulk', { ids: [flow.id], action: 'update', data: { isActive: true } })).id,
    );
    expect(job).toMatchObject({ status: 'completed', done: 1, updated: 0, failed: 1 });
    expect(job.errors).toMatchObject([{ recordId: flow.id, message: expect.stringContaining('trigger') }]);
  });

  test.each([
    [{ action: 'update', data: { name: 'A' } }, 'filter', 'filter, search or ids is required'],
    [{ filter: {}, ids: ['01a00000-0000-7000-8000-000000000000'], action: 'delete' }, 'ids', 'not allowed with filter'],
    [
      { search: 'a', ids: ['01a00000-0000-7000-8000-000000000000'], action: 'delete' },
      'ids',
      'not allowed with search',
    ],
    [{ search: '', action: 'delete' }, 'search', 'search must have 1 to 1000 characters'],
    [{ filter: {}, action: 'retry' }, 'action', 'must be one of: update, delete, addTags, removeTags'],
    [{ filter: {}, action: 'update' }, 'data', 'at least one field'],
    [{ filter: {}, action: 'update', data: { nmae: 'A' } }, 'data.nmae', 'nmae'],
    [{ filter: {}, action: 'delete', data: {} }, 'data', 'is not allowed with the action delete'],
    [{ filter: {}, action: 'addTags', data: {} }, 'data.tags', 'must be a list'],
    [{ filter: { emial: { eq: 'a' } }, action: 'delete' }, 'filter.emial', 'email'],
    [{ ids: ['x'], action: 'delete' }, 'ids', 'UUID'],
  ])('of %j is refused at %s', async (body, field, message) => {
    const refused = await refusedOr('POST /contacts/bulk', body);
    expect(refused.status).toBe(400);
    expect(refused.body.error).toMatchObject({ details: [{ field, message: expect.stringContaining(message) }] });
  });
});

describe('a job', () => {
  test('is followed to its end by a subscription', async () => {
    await addContacts(150);
    const results = app.subscribe(
      `subscription ($workspaceId: ID!, $jobId: ID!) { job: jobUpdated(workspaceId: $workspaceId, jobId: $jobId) { status done } }`,
      {
        workspaceId: owner.workspaceId,
        jobId: (await call('POST /contacts/bulk', { filter: {}, action: 'addTags', data: { tags: ['x'] } })).id,
      },
      owner.token,
    ) as AsyncIterable<ExecutionResult<{ job: { status: string; done: number } }>>;
    const seen: { status: string; done: number }[] = [];
    for await (const { data, errors } of results) {
      expect(errors).toBeUndefined();
      if (data) seen.push(data.job);
    }
    expect(seen.at(-1)).toEqual({ status: 'completed', done: 150 });
    expect(seen.map(({ done }) => done).toSorted((a, b) => a - b)).toEqual(seen.map(({ done }) => done));
  });

  test('fails with the reason once who started it has lost the right', async () => {
    const key = await call('POST /api-keys', { name: 'Sync', capabilities: ['contacts:read', 'contacts:write'] });
    await addContacts(1);
    const asked = { filter: {}, action: 'addTags', data: { tags: ['x'] } };
    const { id } = await ended((await call('POST /contacts/bulk', asked, String(key.key))).id);
    await app.services.db.pool.query('update api_keys set revoked_at = now() where id = $1', [key.id]);
    // It begins again, and the next job wakes the worker.
    await app.services.db.pool.query(
      `update jobs set status = 'queued', finished_at = null, due_at = now(), position = '', request = '{"data":{"tags":["y"]}}'
       where id = $1`,
      [id],
    );
    await ended((await call('POST /exports', { resource: 'contacts' })).id);
    expect(await ended(id)).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/^INVALID_TOKEN: .*revoked/),
    });
    expect(await total('&tag=y')).toBe(0);
  });

  test('names the API key that started it, by which those of users are listed alone', async () => {
    const key = await call('POST /api-keys', { name: 'Nightly', capabilities: ['contacts:read'] });
    const [ofKey, ofUser] = [
      await call('POST /exports', { resource: 'contacts' }, String(key.key)),
      await call('POST /exports', { resource: 'contacts' }),
    ];
    expect([ofKey.apiKeyId, ofUser.apiKeyId]).toEqual([key.id, null]);
    const { body } = await refusedOr('GET /jobs?filter[apiKeyId][isNull]=true');
    expect((body as unknown as { data: Job[] }).data.map(({ id }) => id)).toEqual([ofUser.id]);
  });

  test('that has ended cannot be cancelled, and one of another workspace is not found', async () => {
    await addContacts(1);
    const job = await ended((await call('POST /exports', { resource: 'contacts' })).id);
    expect((await refusedOr(`POST /jobs/${job.id}/cancel`)).body.error).toMatchObject({ code: 'CONFLICT' });
    const other = await app.seed.owner();
    const at = `/workspaces/${other.workspaceId}/jobs/${job.id}`;
    for (const path of [`GET ${at}`, `POST ${at}/cancel`, `GET ${at}/result.csv`]) {
      expect((await app.rest(path, { as: other.token })).status).toBe(404);
    }
  });
});
