import { createHash, randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { storedBytes } from '../../../../src/contexts/accounts/quotas/index.js';
import { fileRetention } from '../../../../src/contexts/automation/files/delete-old-files.js';
import { deleteDueBytes } from '../../../../src/contexts/automation/files/delete-unused-bytes.js';
import { fileStore } from '../../../../src/contexts/automation/files/index.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import type { Owner } from '../../../support/seed.js';
import { waitFor } from '../../../support/wait-for.js';

let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await startTestApp();
}, 60_000);
beforeEach(async () => {
  owner = await app.seed.owner();
});
afterAll(() => app.stop());

type FileRow = Record<string, unknown> & { id: string; url: string };

const at = (path: string) => `/workspaces/${owner.workspaceId}${path}`;
const ask = (path: string, body?: unknown, headers?: Record<string, string>) => {
  const [method, rest] = path.split(' ') as [string, string];
  return app.rest(`${method} ${at(rest)}`, {
    as: owner.token,
    ...(body !== undefined && { body }),
    ...(headers && { headers }),
  });
};

async function send(query: string, body: NonNullable<RequestInit['body']>, type?: string) {
  const answer = await fetch(`${app.url}${at(`/files${query}`)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.token}`, ...(type && { 'content-type': type }) },
    body,
  });
  const sent = (await answer.json()) as { data: FileRow; error: { code: string; message: string } };
  return { status: answer.status, location: answer.headers.get('location'), ...sent };
}

function formOf(bytes: Uint8Array<ArrayBuffer> | string, name: string, type = ''): FormData {
  const form = new FormData();
  form.append('file', new Blob([bytes], { type }), name);
  return form;
}

const get = (id: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${app.url}${at(`/files/${id}`)}`, { method, headers: { authorization: `Bearer ${owner.token}`, ...headers } });
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');
const stored = () => storedBytes(app.services.db.pool, owner.workspaceId);
const collect = () => deleteDueBytes(app.services.db.pool, app.services.get(fileStore), app.services.log);
const partsOf = async (id: string) => {
  const { rows } = await app.services.db.pool.query('select from file_parts where file_id = $1', [id]);
  return rows.length;
};

describe('a file', () => {
  test('of a form is stored as it is, and named as its sender named it', async () => {
    const bytes = randomBytes(1_500_000);
    const { status, data, location } = await send('', formOf(bytes, 'Angebot für Ana.pdf', 'application/pdf'));
    expect(status).toBe(201);
    expect(data).toMatchObject({
      name: 'Angebot für Ana.pdf',
      mimeType: 'application/pdf',
      size: 1_500_000,
      sha256: sha256(bytes),
      kept: true,
      expiresAt: null,
      executionId: null,
    });
    expect(location).toBe(`http://localhost:4000${at(`/files/${data.id}`)}`);
    const answer = await get(data.id);
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-length')).toBe('1500000');
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="Angebot f_r Ana.pdf"; filename*=UTF-8''Angebot%20f%C3%BCr%20Ana.pdf`,
    );
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toContain('sandbox');
  });

  test('is the body of a request too, with its name in the query', async () => {
    const { status, data } = await send(
      '?name=people.csv&kept=false&expiresAt=2030-01-01T00:00:00Z',
      'name\nAna\n',
      'text/csv',
    );
    expect({ status, data }).toMatchObject({
      status: 201,
      data: { name: 'people.csv', mimeType: 'text/csv', size: 9, kept: false, expiresAt: '2030-01-01T00:00:00.000Z' },
    });
    expect(await (await get(data.id)).text()).toBe('name\nAna\n');
  });

  test('may be empty, and keeps only the last part of a path as its name', async () => {
    const { data } = await send('', formOf('', '../../etc/passwd'));
    expect((await send('', 'a', 'text/plain')).data.name).toBe('file');
    expect(data).toMatchObject({ name: 'passwd', size: 0, sha256: sha256('') });
    const answer = await get(data.id);
    expect([answer.status, await answer.text()]).toEqual([200, '']);
  });

  test('is stored and read by GraphQL', async () => {
    const create = `mutation ($w: ID!, $input: CreateFileInput!) { createFile(workspaceId: $w, input: $input) { id name size mimeType url } }`;
    const input = { name: 'a.txt', content: Buffer.from('añ').toString('base64'), base64: true };
    const made = await app.graphql<{ createFile: FileRow }>(create, { w: owner.workspaceId, input }, owner.token);
    const file = made.data?.createFile as FileRow;
    expect(file).toMatchObject({ name: 'a.txt', size: 3, mimeType: 'application/octet-stream' });
    expect(file.url).toBe(`http://localhost:4000${at(`/files/${file.id}`)}`);
    const read = `query ($w: ID!, $id: ID!) { workspace(id: $w) { file(id: $id) { sha256 } files(search: "a.t") { items { id } } } }`;
    const { data } = await app.graphql(read, { w: owner.workspaceId, id: file.id }, owner.token);
    expect(data).toEqual({ workspace: { file: { sha256: sha256('añ') }, files: { items: [{ id: file.id }] } } });
  });

  test('is sent in the one range that is asked for', async () => {
    const bytes = randomBytes(1_200_000);
    const { data } = await send('?name=b.bin', bytes, 'application/octet-stream');
    const range = async (header: string, more = {}) => {
      const answer = await get(data.id, { range: header, ...more });
      return {
        status: answer.status,
        range: answer.headers.get('content-range'),
        bytes: Buffer.from(await answer.arrayBuffer()),
      };
    };
    const parts = [
      ['bytes=0-9', 0, 10],
      ['bytes=524280-524300', 524_280, 524_301],
      ['bytes=1199990-', 1_199_990, 1_200_000],
      ['bytes=-600000', 600_000, 1_200_000],
      ['bytes=10-9999999', 10, 1_200_000],
    ] as const;
    for (const [header, start, end] of parts) {
      const answer = await range(header);
      expect([answer.status, answer.range]).toEqual([206, `bytes ${start}-${end - 1}/1200000`]);
      expect(answer.bytes.equals(bytes.subarray(start, end))).toBe(true);
    }
    expect((await range('bytes=0-1,4-5')).status).toBe(200);
    expect((await range('bytes=0-1', { 'if-range': '"other"' })).status).toBe(200);
    const behind = await get(data.id, { range: 'bytes=1200000-' });
    expect([behind.status, behind.headers.get('content-range')]).toEqual([416, 'bytes */1200000']);
    expect(await behind.json()).toMatchObject({ error: { code: 'RANGE_NOT_SATISFIABLE' } });
    const head = await get(data.id, {}, 'HEAD');
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '1200000', '']);
  });

  test('is not sent again to who has it, and is changed only by who has seen it', async () => {
    const { data } = await send('?name=a.txt', 'a', 'text/plain');
    const tag = (await get(data.id)).headers.get('etag') as string;
    expect((await get(data.id, { 'if-none-match': tag })).status).toBe(304);
    const renamed = await ask(`PATCH /files/${data.id}`, { name: 'b.txt' }, { 'if-match': tag });
    expect(renamed.status).toBe(200);
    expect(renamed.body.data).toMatchObject({ name: 'b.txt', size: 1 });
    expect((await ask(`DELETE /files/${data.id}`, undefined, { 'if-match': tag })).status).toBe(412);
    expect(
      (await ask(`DELETE /files/${data.id}`, undefined, { 'if-match': String(renamed.headers.get('etag')) })).status,
    ).toBe(200);
    expect((await get(data.id)).status).toBe(404);
  });

  test('is the same for a request that is sent again with its key', async () => {
    const post = () =>
      fetch(`${app.url}${at('/files?name=once.txt')}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${owner.token}`, 'idempotency-key': 'k1', 'content-type': 'text/plain' },
        body: 'once',
      }).then((answer) => answer.json() as Promise<{ data: FileRow }>);
    const [first, second] = [await post(), await post()];
    expect(second.data.id).toBe(first.data.id);
    expect((await ask('GET /files')).body.pagination.total).toBe(1);
  });
});

describe('files', () => {
  test('are listed by name, type, size and whether they are kept', async () => {
    await send('?name=one.csv', 'a', 'text/csv');
    await send('?name=two.txt&kept=false', 'abc', 'text/plain');
    await send('?name=three.txt', 'ab', 'text/plain');
    const names = async (query: string) =>
      ((await ask(`GET /files?${query}`)).body.data as { name: string }[]).map(({ name }) => name);
    expect(await names('sortBy=name&sortOrder=asc')).toEqual(['one.csv', 'three.txt', 'two.txt']);
    expect(await names('sortBy=size&sortOrder=desc')).toEqual(['two.txt', 'three.txt', 'one.csv']);
    expect(await names('mimeType=text/csv')).toEqual(['one.csv']);
    expect(await names('kept=false')).toEqual(['two.txt']);
    expect(await names('filter[size][gte]=2&sortBy=name&sortOrder=asc')).toEqual(['three.txt', 'two.txt']);
    expect(await names('search=hree')).toEqual(['three.txt']);
    const [{ id }] = (await ask('GET /files?search=hree')).body.data as [FileRow];
    await ask(`PATCH /files/${id}`, { name: 'quokka.txt' });
    expect([await names('search=hree'), await names('search=QUOK')]).toEqual([[], ['quokka.txt']]);
    await ask(`PATCH /files/${id}`, { name: 'three.txt' });
    const first = await ask('GET /files?sortBy=size&sortOrder=asc&limit=1');
    const cursor = encodeURIComponent(String(first.body.pagination.nextCursor));
    expect(await names(`sortBy=size&sortOrder=asc&limit=1&cursor=${cursor}`)).toEqual(['three.txt']);
  });

  test('of another workspace do not exist', async () => {
    const { data } = await send('?name=a.txt', 'a', 'text/plain');
    const other = await app.seed.owner();
    const path = `/workspaces/${other.workspaceId}/files/${data.id}`;
    for (const method of ['GET', 'DELETE']) {
      expect((await app.rest(`${method} ${path}`, { as: other.token })).status).toBe(404);
    }
  });

  test('are stored and deleted by who may, and each change is in the audit log', async () => {
    const { data } = await send('?name=a.txt', 'a', 'text/plain');
    await ask(`PATCH /files/${data.id}`, { kept: false });
    await ask(`DELETE /files/${data.id}`);
    const entries = await waitFor(async () => {
      const found = (await ask('GET /audit-log?limit=20')).body.data as { action: string }[];
      const actions = found.map(({ action }) => action).filter((action) => action.endsWith('File'));
      return actions.length === 3 ? actions : null;
    });
    expect(entries).toEqual(['deleteFile', 'updateFile', 'createFile']);
  });
});

describe('what is refused', () => {
  test.each([
    [
      'a form without a file',
      '',
      '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n',
      'multipart/form-data; boundary=x',
      'BAD_REQUEST',
      'form',
    ],
    [
      'a form without its end',
      '',
      '--x\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\nb',
      'multipart/form-data; boundary=x',
      'BAD_REQUEST',
      'complete form',
    ],
    ['a form without a boundary', '', 'abc', 'multipart/form-data', 'BAD_REQUEST', 'boundary'],
    ['a name that is too long', `?name=${'a'.repeat(256)}`, 'abc', 'text/plain', 'VALIDATION_FAILED', 'name'],
    ['a time that is none', '?name=a&expiresAt=soon', 'abc', 'text/plain', 'VALIDATION_FAILED', 'expiresAt'],
  ])('%s', async (_, query, body, type, code, message) => {
    const answer = await send(query, body, type);
    expect([answer.status, answer.error.code]).toEqual([400, code]);
    expect(answer.error.message).toContain(message);
    expect((await ask('GET /files')).body.pagination.total).toBe(0);
    expect(await stored()).toBe(0);
  });

  test('a second file in the form', async () => {
    const form = formOf('a', 'a.txt');
    form.append('file', new Blob(['b']), 'b.txt');
    const { status, error } = await send('', form);
    expect([status, error.message]).toEqual([400, 'The form must have at most 1 file.']);
  });

  test('more than 50 MiB: at once if it is announced, else when they have arrived', async () => {
    const announced = await new Promise<number>((resolve, reject) => {
      const sent = httpRequest(`${app.url}${at('/files?name=a')}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${owner.token}`, 'content-length': 60 * 1024 * 1024 },
      });
      sent.on('response', (answer) => resolve(answer.statusCode ?? 0)).on('error', reject);
      sent.write('begin');
    });
    expect(announced).toBe(413);
    const chunk = Buffer.alloc(1024 * 1024);
    let sentChunks = 0;
    const endless = new ReadableStream({
      pull(controller) {
        sentChunks += 1;
        if (sentChunks > 80) controller.close();
        else controller.enqueue(chunk);
      },
    });
    const answer = await fetch(`${app.url}${at('/files?name=a')}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.token}` },
      body: endless,
      duplex: 'half',
    } as RequestInit).then(
      ({ status }) => status,
      () => 413,
    );
    expect(answer).toBe(413);
    expect((await ask('GET /files')).body.pagination.total).toBe(0);
  });

  test('what a member without the capability does', async () => {
    const key = await app.rest(`POST ${at('/api-keys')}`, {
      as: owner.token,
      body: { name: 'reader', capabilities: ['files:read'] },
    });
    const { key: secret } = key.body.data as { key: string };
    const { data } = await send('?name=a.txt', 'a', 'text/plain');
    expect((await app.rest(`GET ${at('/files')}`, { as: secret })).status).toBe(200);
    expect((await app.rest(`DELETE ${at(`/files/${data.id}`)}`, { as: secret })).status).toBe(403);
    const refused = await app.rest(`POST ${at('/files?name=b')}`, { as: secret, body: 'b' });
    expect(refused.status).toBe(403);
  });
});

describe('storage', () => {
  test('counts files until they are deleted, and refuses what has no room', async () => {
    await app.services.db.pool.query(`update workspaces set quotas = '{"storageBytes": 1000}' where id = $1`, [
      owner.workspaceId,
    ]);
    const { quotaLimits } = await import('../../../../src/contexts/accounts/quotas/index.js');
    await app.services.get(quotaLimits).refresh();
    const { data } = await send('?name=a', 'a'.repeat(600), 'text/plain');
    expect(await stored()).toBe(600);
    const { status, error } = await send('', formOf('b'.repeat(500), 'b'));
    expect([status, error.code]).toEqual([413, 'QUOTA_EXCEEDED']);
    expect(error.message).toContain('Files, large values and the state of flows may have 1,000 bytes in the workspace');
    await ask(`DELETE /files/${data.id}`);
    expect(await stored()).toBe(0);
    expect((await send('', formOf('b'.repeat(500), 'b'))).status).toBe(201);
  });

  test('has no bytes of a deleted file, of an upload that broke, or of a deleted workspace', async () => {
    const { data } = await send('?name=a', 'a', 'text/plain');
    expect(await partsOf(data.id)).toBe(1);
    await ask(`DELETE /files/${data.id}`);
    await collect();
    expect(await partsOf(data.id)).toBe(0);

    const { data: second } = await send('?name=a', 'a', 'text/plain');
    await collect();
    expect(await partsOf(second.id)).toBe(1);
    await app.services.db.pool.query('delete from workspaces where id = $1', [owner.workspaceId]);
    await collect();
    const left = 'select from file_bytes where workspace_id = $1';
    expect((await app.services.db.pool.query(left, [owner.workspaceId])).rows).toEqual([]);
  });

  test('has nothing of an upload whose client went away', async () => {
    const sent = httpRequest(`${app.url}${at('/files?name=a')}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.token}`, 'content-length': 5_000_000 },
    });
    sent.on('error', () => undefined);
    sent.write(Buffer.alloc(1_000_000));
    const begun = 'select file_id as id, due_at <= now() as due from file_bytes where workspace_id = $1';
    const rows = async () => (await app.services.db.pool.query(begun, [owner.workspaceId])).rows;
    await waitFor(async () => ((await rows()).length > 0 ? true : null));
    sent.destroy();
    await waitFor(async () => ((await rows()).every(({ due }) => due) ? true : null));
    await collect();
    expect(await rows()).toEqual([]);
    expect((await ask('GET /files')).body.pagination.total).toBe(0);
  });
});

describe('a file that is not kept', () => {
  const keep = async (row: string, id: string) => {
    await app.services.db.pool.query(`update files set ${row} where id = $1`, [id]);
  };
  const clean = () => fileRetention(app.services).work(new AbortController().signal);
  const exists = async (id: string) => (await get(id)).status === 200;

  test('has a time at which it is deleted', async () => {
    const { data } = await send('?name=a&kept=false', 'a', 'text/plain');
    const days = (Date.parse(String(data.expiresAt)) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(29);
    await clean();
    expect(await exists(data.id)).toBe(true);
    await keep(`expires_at = now() - interval '1 second'`, data.id);
    await clean();
    expect(await exists(data.id)).toBe(false);
    expect(await stored()).toBe(0);
  });

  test('is deleted with its execution, unless it was kept meanwhile', async () => {
    const [gone, kept] = [
      await send('?name=a&kept=false', 'a', 'text/plain'),
      await send('?name=b', 'b', 'text/plain'),
    ];
    for (const { data } of [gone, kept]) await keep('execution_id = uuidv7(), expires_at = null', data.id);
    await clean();
    // The execution of a call is stored after its files.
    expect(await exists(gone.data.id)).toBe(true);
    await keep(`created_at = now() - interval '61 minutes'`, gone.data.id);
    await clean();
    expect([await exists(gone.data.id), await exists(kept.data.id)]).toEqual([false, true]);
  });
});

test('an upload waits for a store that is slow, and none of it gathers in memory', async () => {
  const { pool } = app.services.db;
  const blocker = await pool.connect();
  await blocker.query('begin; lock table file_parts in exclusive mode');
  const chunk = randomBytes(1024 * 1024);
  const hash = createHash('sha256');
  let sent = 0;
  const source = new ReadableStream({
    pull(controller) {
      if (sent === 48) return controller.close();
      sent += 1;
      hash.update(chunk);
      controller.enqueue(chunk);
    },
  });
  const answer = fetch(`${app.url}${at('/files?name=big.bin')}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/octet-stream' },
    body: source,
    duplex: 'half',
  } as RequestInit);
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    and query like '%write_file_part%'`;
  let before = -1;
  await waitFor(async () => {
    const isStill = sent === before;
    before = sent;
    return isStill && (await pool.query(waiting)).rows.length > 0 ? true : null;
  });
  const ahead = sent;
  await blocker.query('commit');
  blocker.release();
  const { data } = (await (await answer).json()) as { data: FileRow };
  expect(ahead).toBeLessThan(24);
  expect(data).toMatchObject({ size: 48 * 1024 * 1024, sha256: hash.digest('hex') });
  const read = createHash('sha256');
  for await (const part of (await get(data.id)).body as unknown as AsyncIterable<Uint8Array>) read.update(part);
  expect(read.digest('hex')).toBe(data.sha256);
});
