import { createHash, randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { storedBytes } from '../../../../src/contexts/accounts/quotas/index.js';
import { deleteExpiredUploads } from '../../../../src/contexts/automation/files/delete-old-files.js';
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

const mebibyte = 1024 * 1024;
const at = (path: string) => `${app.url}/workspaces/${owner.workspaceId}${path}`;
const encoded = (text: string) => Buffer.from(text).toString('base64');
const stored = () => storedBytes(app.services.db.pool, owner.workspaceId);
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** A request as clients of tus send it. */
async function tus(method: string, url: string, headers: Record<string, string> = {}, body?: Uint8Array<ArrayBuffer>) {
  const response = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${owner.token}`, 'tus-resumable': '1.0.0', ...headers },
    ...(body && { body }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text };
}

async function begin(size: number, metadata = `filename ${encoded('Añ.bin')},filetype ${encoded('video/mp4')}`) {
  const answer = await tus('POST', at('/files'), { 'upload-length': String(size), 'upload-metadata': metadata });
  expect([answer.status, answer.text]).toEqual([201, '']);
  const location = String(answer.headers.get('location')).replace('http://localhost:4000', app.url);
  return { location, id: location.split('/').at(-1) as string };
}

const part = (url: string, offset: number, bytes: Uint8Array<ArrayBuffer>, headers = {}) =>
  tus(
    'PATCH',
    url,
    { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream', ...headers },
    bytes,
  );
const offsetOf = async (url: string) => Number((await tus('HEAD', url)).headers.get('upload-offset'));
const get = async (id: string, headers = {}) =>
  fetch(at(`/files/${id}`), { headers: { authorization: `Bearer ${owner.token}`, ...headers } });

/** Sends a part and cuts its connection once some bytes are on their way. */
function cutOff(url: string, offset: number, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    const sent = httpRequest(url, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${owner.token}`,
        'tus-resumable': '1.0.0',
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
        'content-length': String(bytes.length * 2),
      },
    });
    sent.on('error', () => resolve());
    sent.write(bytes, () => sent.destroy());
  });
}

describe('a file in parts', () => {
  test('is complete with its last part, and read in ranges across them', async () => {
    const bytes = randomBytes(40 * mebibyte);
    const { location, id } = await begin(bytes.length);
    expect(location).toBe(at(`/files/uploads/${id}`));
    expect(await offsetOf(location)).toBe(0);
    const first = await part(location, 0, bytes.subarray(0, 20 * mebibyte));
    expect([first.status, first.text]).toEqual([204, '']);
    expect(first.headers.get('upload-offset')).toBe(String(20 * mebibyte));
    expect(first.headers.get('tus-resumable')).toBe('1.0.0');
    expect(new Date(String(first.headers.get('upload-expires'))).getTime()).toBeGreaterThan(Date.now());
    expect((await get(id)).status).toBe(404);
    const last = await part(location, 20 * mebibyte, bytes.subarray(20 * mebibyte));
    expect([last.status, last.headers.get('upload-offset')]).toEqual([204, String(bytes.length)]);
    expect(last.headers.get('upload-expires')).toBe(null);
    const list = await app.rest(`GET /workspaces/${owner.workspaceId}/files`, { as: owner.token });
    expect(list.body.data).toMatchObject([
      { id, name: 'Añ.bin', mimeType: 'video/mp4', size: bytes.length, sha256: sha256(bytes), kept: true },
    ]);
    expect(Buffer.from(await (await get(id)).arrayBuffer()).equals(bytes)).toBe(true);
    const [from, to] = [16 * mebibyte - 5, 20 * mebibyte + 5];
    const range = await get(id, { range: `bytes=${from}-${to - 1}` });
    expect(Buffer.from(await range.arrayBuffer()).equals(bytes.subarray(from, to))).toBe(true);
    // The answer to the last part may be lost.
    expect(await offsetOf(location)).toBe(bytes.length);
    expect((await part(location, bytes.length, new Uint8Array())).status).toBe(204);
  });

  test('goes on where its connection ended', async () => {
    const bytes = randomBytes(3 * mebibyte);
    const { location, id } = await begin(bytes.length);
    await cutOff(location, 0, bytes.subarray(0, 2 * mebibyte));
    const offset = await waitFor(async () => (await offsetOf(location)) || null);
    expect(offset).toBeLessThanOrEqual(2 * mebibyte);
    expect((await part(location, offset, bytes.subarray(offset))).status).toBe(204);
    expect(Buffer.from(await (await get(id)).arrayBuffer()).equals(bytes)).toBe(true);
    const { body } = await app.rest(`GET /workspaces/${owner.workspaceId}/files`, { as: owner.token });
    expect(body.data).toMatchObject([{ sha256: sha256(bytes) }]);
  });

  test('is answered as JSON to clients that do not speak tus', async () => {
    const { body, status } = await app.rest(`POST /workspaces/${owner.workspaceId}/files/uploads?name=a.txt`, {
      as: owner.token,
      headers: { 'upload-length': '4' },
    });
    expect([status, body.data]).toMatchObject([201, { name: 'a.txt', size: 4, received: 0, file: null }]);
    const { uploadId } = body.data as { uploadId: string };
    const append = `mutation ($w: ID!, $id: ID!, $input: AppendToFileUploadInput!) {
      appendToFileUpload(workspaceId: $w, uploadId: $id, input: $input) { received file { id name } }
    }`;
    const add = (offset: number, content: string) =>
      app.graphql(append, { w: owner.workspaceId, id: uploadId, input: { offset, content } }, owner.token);
    expect((await add(0, 'añ')).data).toEqual({ appendToFileUpload: { received: 3, file: null } });
    expect((await add(0, 'b')).errors?.[0]?.extensions?.code).toBe('CONFLICT');
    expect((await add(3, 'b')).data).toEqual({
      appendToFileUpload: { received: 4, file: { id: uploadId, name: 'a.txt' } },
    });
    expect(await (await get(uploadId)).text()).toBe('añb');
  });

  test('is announced to clients that ask what the server can do', async () => {
    const { status, headers } = await tus('OPTIONS', at('/files'));
    expect([status, headers.get('tus-version'), headers.get('tus-max-size')]).toEqual([
      204,
      '1.0.0',
      String(2_048 * mebibyte),
    ]);
    expect(headers.get('tus-extension')).toBe('creation,expiration,termination');
  });

  test('of no bytes is complete at once', async () => {
    const { id, location } = await begin(0);
    expect([(await get(id)).status, await offsetOf(location)]).toEqual([200, 0]);
  });

  test('belongs to the request that began last, of two at once', async () => {
    const bytes = randomBytes(2 * mebibyte);
    const { location, id } = await begin(bytes.length);
    const answers = await Promise.all([part(location, 0, bytes), part(location, 0, bytes)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
    expect(Buffer.from(await (await get(id)).arrayBuffer()).equals(bytes)).toBe(true);
    expect(await stored()).toBe(bytes.length);
  });
});

describe('storage', () => {
  const left = async () => {
    const { pool } = app.services.db;
    for (const text of ['file_bytes', 'file_segments', 'file_parts', 'file_uploads']) {
      const { rows } = await pool.query(`select from ${text} where workspace_id = $1`, [owner.workspaceId]);
      if (rows.length > 0) return false;
    }
    return true;
  };
  const collect = async () => {
    const { db, log, get: service } = app.services;
    await deleteExpiredUploads(db.pool);
    while ((await deleteDueBytes(db.pool, service(fileStore), log)) > 0);
  };

  test('counts the whole file from its first part to its deletion, and keeps none of its bytes', async () => {
    const { location, id } = await begin(3_000);
    expect(await stored()).toBe(3_000);
    await part(location, 0, randomBytes(1_000));
    await part(location, 1_000, randomBytes(2_000));
    expect(await stored()).toBe(3_000);
    await tus('DELETE', at(`/files/${id}`));
    await collect();
    expect([await stored(), await left()]).toEqual([0, true]);
  });

  test('has nothing of an upload that is deleted, or was left for a day', async () => {
    const first = await begin(3_000);
    await part(first.location, 0, randomBytes(1_000));
    expect((await tus('DELETE', first.location)).status).toBe(204);
    expect((await tus('HEAD', first.location)).status).toBe(404);
    expect((await tus('DELETE', first.location)).status).toBe(404);
    const second = await begin(5_000);
    await part(second.location, 0, randomBytes(1_000));
    const { pool } = app.services.db;
    for (const [table, name] of [
      ['file_uploads', 'expires_at'],
      ['file_bytes', 'due_at'],
    ]) {
      await pool.query(`update ${table} set ${name} = now() - interval '1 second' where ${name} is not null`);
    }
    expect((await part(second.location, 1_000, randomBytes(4_000))).status).toBe(404);
    await collect();
    expect([await stored(), await left()]).toEqual([0, true]);
  });
});

describe('what is refused', () => {
  const create = (headers: Record<string, string>) => tus('POST', at('/files/uploads'), headers);

  test.each([
    ['no size', {}, 400, 'size'],
    ['a size that is no number', { 'upload-length': 'big' }, 400, 'size'],
    [
      'metadata that is not in base64',
      { 'upload-length': '1', 'upload-metadata': 'filename a b' },
      400,
      'Upload-Metadata',
    ],
    ['more than a file may have', { 'upload-length': String(3 * 1024 ** 3) }, 413, 'bytes'],
    ['another version of tus', { 'upload-length': '1', 'tus-resumable': '0.2.2' }, 412, '1.0.0'],
  ])('%s', async (_, headers, status, message) => {
    const answer = await create(headers);
    expect(answer.status).toBe(status);
    expect(answer.text).toContain(message);
    expect(await stored()).toBe(0);
  });

  test('a part at another place, of another type, or with more bytes than are missing', async () => {
    const { location } = await begin(10);
    const behind = await part(location, 5, randomBytes(5));
    expect([behind.status, behind.headers.get('upload-offset')]).toEqual([409, '0']);
    expect((await part(location, 0, randomBytes(5), { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await part(location, 0, randomBytes(11))).status).toBe(413);
    expect(await offsetOf(location)).toBe(0);
    expect((await part(location, 0, randomBytes(10))).status).toBe(204);
    expect((await part(location, 10, randomBytes(1))).status).toBe(413);
  });

  test('what another workspace, or a key without the right, sends', async () => {
    const { location, id } = await begin(10);
    const other = await app.seed.owner();
    const foreign = `${app.url}/workspaces/${other.workspaceId}/files/uploads/${id}`;
    const as = { authorization: `Bearer ${other.token}` };
    expect((await part(foreign, 0, randomBytes(10), as)).status).toBe(404);
    expect((await part(location, 0, randomBytes(10), as)).status).toBe(404);
    const key = await app.rest(`POST /workspaces/${owner.workspaceId}/api-keys`, {
      as: owner.token,
      body: { name: 'reader', capabilities: ['files:read'] },
    });
    const { key: secret } = key.body.data as { key: string };
    expect((await part(location, 0, randomBytes(10), { authorization: `Bearer ${secret}` })).status).toBe(403);
    expect(await offsetOf(location)).toBe(0);
  });
});
