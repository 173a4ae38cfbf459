import { createHash, createHmac, randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/app.js';
import { edge, node } from '../support/graphs.js';
import { reached } from '../support/run.js';
import type { Owner } from '../support/seed.js';
import { waitFor } from '../support/wait-for.js';

let app: TestApp;
let owner: Owner;
beforeAll(async () => {
  app = await startTestApp({ worker: true });
  owner = await app.seed.owner();
});
afterAll(() => app.stop());

interface File {
  $file: { id: string; name: string; mimeType: string; size: number; sha256: string };
}
interface Answer {
  status: number;
  data?: { executionId: string; output?: { got: Record<string, unknown> } };
  error?: { code: string; message: string };
}

/** An active flow that hands its trigger data on. */
async function webhook(data: Record<string, unknown> = {}, output = '{{ triggerData }}'): Promise<string> {
  const flow = await app.seed.flow(owner, {
    nodes: [
      node('start', 'trigger.webhook', { responseMode: 'result', ...data }),
      node('out', 'data.set', { assignments: [{ name: 'got', value: output }] }),
    ],
    edges: [edge('start>out')],
  });
  return flow.webhookPath;
}

async function post(path: string, body: RequestInit['body'], headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(app.url + path, { method: 'POST', headers, body });
  return { status: response.status, ...((await response.json()) as Omit<Answer, 'status'>) };
}

const gotOf = ({ data }: Answer) => data?.output?.got ?? {};

async function bytesOf({ $file }: File): Promise<Buffer> {
  const path = `${app.url}/workspaces/${owner.workspaceId}/files/${$file.id}`;
  return Buffer.from(await (await fetch(path, { headers: { authorization: `Bearer ${owner.token}` } })).arrayBuffer());
}

/** Files, and bytes that are not about to be deleted. */
async function stored(): Promise<[files: number, bytes: number]> {
  const count = async (text: string) => Number((await app.services.db.pool.query(text)).rows[0]?.count);
  return [
    await count('select count(*) from files'),
    await count("select count(*) from file_bytes where due_at is null or due_at > now() + interval '1 minute'"),
  ];
}

function form(files: [field: string, name: string, content: Uint8Array<ArrayBuffer>][] = []): FormData {
  const made = new FormData();
  made.append('title', 'Añil');
  made.append('tag', 'a');
  made.append('tag', 'b');
  for (const [field, name, content] of files) made.append(field, new Blob([content], { type: 'image/png' }), name);
  return made;
}

const picture = new Uint8Array(randomBytes(300_000));
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('a form with files that calls a webhook', () => {
  test('becomes fields and files by name, which belong to the execution', async () => {
    const answer = await post(
      await webhook(),
      form([
        ['photo', '../../etc/a.png', picture],
        ['docs', 'one.txt', picture],
        ['docs', 'two.txt', new TextEncoder().encode('2')],
      ]),
    );
    const got = gotOf(answer);
    expect(got).toMatchObject({
      title: 'Añil',
      tag: ['a', 'b'],
      photo: { $file: { name: 'a.png', mimeType: 'image/png', size: picture.length, sha256: sha256(picture) } },
      docs: [{ $file: { name: 'one.txt' } }, { $file: { name: 'two.txt' } }],
    });
    expect((await bytesOf(got.photo as File)).equals(picture)).toBe(true);
    const { executionId } = answer.data as { executionId: string };
    const { body } = await app.rest(`GET /workspaces/${owner.workspaceId}/files?executionId=${executionId}`, {
      as: owner.token,
    });
    expect(body.data).toHaveLength(3);
    expect((body.data as object[])[0]).toMatchObject({ kept: false, createdBy: null, executionId });
    const execution = await app.rest(`GET /workspaces/${owner.workspaceId}/flows/executions/${executionId}`, {
      as: owner.token,
    });
    expect(execution.body.data).toMatchObject({ request: { rawBody: null } });
  });

  test('has null where no file was chosen, and may have no files at all', async () => {
    const boundary = 'b';
    const part = (head: string, content: string) =>
      `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
    const empty = `name="photo"; filename=""\r\nContent-Type: application/octet-stream`;
    const type = { 'content-type': `multipart/form-data; boundary=${boundary}` };
    const answer = await post(await webhook(), `${part('name="a"', '1')}${part(empty, '')}--b--\r\n`, type);
    expect(gotOf(answer)).toEqual({ a: '1', photo: null });
    expect(gotOf(await post(await webhook(), form()))).toEqual({ title: 'Añil', tag: ['a', 'b'] });
  });

  test('is refused with the reason, and leaves no file', async () => {
    const path = await webhook();
    const before = await stored();
    const many = Array.from({ length: 21 }, (_, at): [string, string, Uint8Array<ArrayBuffer>] => [
      'f',
      `${at}.png`,
      new Uint8Array(10),
    ]);
    const cases: [RequestInit['body'], Record<string, string>, number, string][] = [
      [form(many), {}, 400, 'at most 20 files'],
      ['no form', { 'content-type': 'multipart/form-data' }, 400, 'complete form'],
      [
        '--b\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\nabc',
        { 'content-type': 'multipart/form-data; boundary=b' },
        400,
        'complete form',
      ],
      [form([['f', 'a.png', picture]]), { 'content-encoding': 'gzip' }, 415, 'gzip'],
      [form([['f', 'a.png', picture]]), { 'idempotency-key': 'ñ'.repeat(2) }, 400, 'Idempotency-Key'],
      [form([['f', 'large', new Uint8Array(51 * 1024 * 1024)]]), {}, 413, 'at most'],
    ];
    for (const [body, headers, status, words] of cases) {
      const answer = await post(path, body, headers);
      expect([answer.status, answer.error?.message]).toEqual([status, expect.stringContaining(words)]);
    }
    const wrong = await post(path.replace(/token=.*/, 'token=wrong'), form([['f', 'a.png', picture]]));
    expect(wrong.status).toBe(401);
    expect(await stored()).toEqual(before);
  });

  test('of more than 50 MiB whose length is not said is refused when they have arrived', async () => {
    const path = await webhook();
    const before = await stored();
    const { hostname, port } = new URL(app.url);
    const socket = connect(Number(port), hostname);
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.on('error', () => undefined);
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/octet-stream\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    const chunk = Buffer.alloc(1024 * 1024);
    for (let at = 0; at < 60 && received === ''; at += 1) {
      socket.write(`${chunk.length.toString(16)}\r\n`);
      socket.write(chunk);
      if (!socket.write('\r\n')) {
        await Promise.race([
          new Promise((resolve) => socket.once('drain', resolve)),
          new Promise((resolve) => socket.once('data', resolve)),
          new Promise((resolve) => socket.once('close', resolve)),
        ]);
      }
    }
    await waitFor(() => received.includes('\r\n\r\n'));
    socket.destroy();
    expect(received).toMatch(/^HTTP\/1.1 413 /);
    expect(await stored()).toEqual(before);
  });

  test('is repeated with the same key and the same bytes: its files are those of the first call', async () => {
    const path = await webhook();
    const headers = { 'idempotency-key': 'k-1' };
    const first = await post(path, form([['photo', 'a.png', picture]]), headers);
    const before = await stored();
    const second = await post(path, form([['photo', 'a.png', picture]]), headers);
    expect(second.data).toEqual(first.data);
    const other = await post(path, form([['photo', 'a.png', new Uint8Array(randomBytes(10))]]), headers);
    expect([other.status, other.error?.code]).toEqual([409, 'CONFLICT']);
    expect(await stored()).toEqual(before);
    expect((await bytesOf(gotOf(first).photo as File)).equals(picture)).toBe(true);
  });

  test('is known by a dedupeKey that reads its fields and files', async () => {
    const path = await webhook({ dedupeKey: '{{triggerData.title}} {{triggerData.photo}}' });
    const first = await post(path, form([['photo', 'a.png', picture]]));
    const second = await post(path, form([['photo', 'a.png', picture]]));
    const third = await post(path, form([['photo', 'a.png', new Uint8Array(10)]]));
    expect(second.data?.executionId).toBe(first.data?.executionId);
    expect(third.data?.executionId).not.toBe(first.data?.executionId);
  });

  test('starts nothing while the flow is paused', async () => {
    const small = await app.seed.owner();
    const flow = await app.seed.flow(small, {
      nodes: [node('start', 'trigger.webhook'), node('out', 'data.set', { assignments: [{ name: 'a', value: 1 }] })],
      edges: [edge('start>out')],
    });
    await app.rest(`PATCH /workspaces/${small.workspaceId}/flows/${flow.id}`, {
      as: small.token,
      body: { isActive: false },
    });
    const before = await stored();
    const paused = await post(flow.webhookPath, form([['photo', 'a.png', picture]]));
    expect([paused.status, paused.error?.code]).toEqual([409, 'FLOW_PAUSED']);
    expect(await stored()).toEqual(before);
  });
});

describe('a signed form', () => {
  test('is checked by all of its bytes before anything of it is stored', async () => {
    await app.rest(`POST /workspaces/${owner.workspaceId}/flows/secrets`, {
      as: owner.token,
      body: { name: 'signing', value: 'shh-very-secret' },
    });
    const path = await webhook({ auth: { type: 'hmac', secretName: 'signing', header: 'x-signature' } });
    const sent = new Response(form([['photo', 'a.png', picture]]));
    const type = sent.headers.get('content-type') as string;
    const bytes = Buffer.from(await sent.arrayBuffer());
    const signature = createHmac('sha256', 'shh-very-secret').update(bytes).digest('hex');
    const before = await stored();
    const wrong = await post(path, bytes, { 'content-type': type, 'x-signature': signature.replace(/./g, 'a') });
    expect(wrong.status).toBe(401);
    const large = await post(path, new Uint8Array(6 * 1024 * 1024), {
      'content-type': 'application/pdf',
      'x-signature': signature,
    });
    expect([large.status, large.error?.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect(await stored()).toEqual(before);
    const right = await post(path, bytes, { 'content-type': type, 'x-signature': signature });
    expect((await bytesOf(gotOf(right).photo as File)).equals(picture)).toBe(true);
  });
});

describe('a response that is a file', () => {
  async function respond(data: Record<string, unknown>, file = '{{triggerData.file}}'): Promise<string> {
    const flow = await app.seed.flow(owner, {
      nodes: [
        node('start', 'trigger.webhook', { responseMode: 'result' }),
        node('respond', 'webhook.respond', { file, ...data }),
      ],
      edges: [edge('start>respond')],
    });
    return flow.webhookPath;
  }
  const call = async (path: string, type: string, headers: Record<string, string> = {}) => {
    const sent = { 'content-type': type, 'content-disposition': 'attachment; filename="x\u00f1.bin"', ...headers };
    const response = await fetch(app.url + path, { method: 'POST', headers: sent, body: picture });
    return { response, bytes: Buffer.from(await response.arrayBuffer()) };
  };

  test('has the bytes, the type and a safe name of the file', async () => {
    const { response, bytes } = await call(await respond({ status: 201, headers: { 'x-a': 'b' } }), 'image/png');
    expect(bytes.equals(picture)).toBe(true);
    expect(response.status).toBe(201);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(picture.length),
      'content-disposition': `attachment; filename="x_.bin"; filename*=UTF-8''x%C3%B1.bin`,
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-content-type-options': 'nosniff',
      'x-a': 'b',
    });
  });

  test('is shown by browsers where the flow says so, and never has the type of a script', async () => {
    const headers = { 'content-disposition': 'inline' };
    const shown = await call(await respond({ headers }), 'application/pdf');
    expect(shown.response.headers.get('content-disposition')).toBe('inline');
    const flow = await app.seed.flow(owner, {
      nodes: [
        node('start', 'trigger.webhook', { responseMode: 'result' }),
        node('write', 'file.create', { name: 'a.js', content: 'alert(1)', mimeType: 'text/javascript' }),
        node('respond', 'webhook.respond', { file: '{{steps.write}}' }),
      ],
      edges: [edge('start>write'), edge('write:out>respond')],
    });
    const script = await fetch(app.url + flow.webhookPath, { method: 'POST' });
    expect([script.headers.get('content-type'), await script.text()]).toEqual(['application/octet-stream', 'alert(1)']);
  });

  test('fails where the file does not exist, and is 404 where it was deleted since', async () => {
    const id = '01970000-0000-7000-8000-000000000001';
    const missing = await post(await respond({ file: { $file: { id } } }), '{}', {
      'content-type': 'application/json',
    });
    expect(missing.data).toMatchObject({ status: 'failed', error: { code: 'FILE_MISSING' } });
    const path = await respond({});
    const key = { 'idempotency-key': 'again' };
    expect((await call(path, 'image/png', key)).bytes.equals(picture)).toBe(true);
    await app.services.db.pool.query('delete from files where workspace_id = $1', [owner.workspaceId]);
    const again = await call(path, 'image/png', key);
    expect([again.response.status, again.bytes.toString()]).toEqual([404, expect.stringContaining('NOT_FOUND')]);
  });
});

describe('a body that is a file', () => {
  test.each([
    ['application/pdf', {}, '', 'file'],
    ['image/png', { 'content-disposition': 'attachment; filename="a b.png"' }, '', 'a b.png'],
    ['application/octet-stream', {}, '/reports/2026.bin', '2026.bin'],
  ])('of the type %s is the file of the trigger data', async (type, headers, suffix, name) => {
    const path = (await webhook()).replace('/flows/run', `/flows/run${suffix}`);
    const answer = await post(path, picture, { 'content-type': type, ...headers });
    const { file } = gotOf(answer) as { file: File };
    expect(file.$file).toMatchObject({ name, mimeType: type, size: picture.length });
    expect((await bytesOf(file)).equals(picture)).toBe(true);
  });

  test('is passed on to a step that reads it', async () => {
    const flow = await app.seed.flow(owner, {
      nodes: [
        node('start', 'trigger.webhook'),
        node('read', 'file.parse', { file: '{{triggerData.list}}', format: 'csv' }),
      ],
      edges: [edge('start>read')],
    });
    const answer = await post(flow.webhookPath, form([['list', 'a.csv', new TextEncoder().encode('a,b\n1,2\n')]]));
    const execution = await reached(app, owner, answer.data?.executionId as string);
    expect(execution.steps.find(({ nodeId }) => nodeId === 'read')?.output).toEqual([{ a: '1', b: '2' }]);
  });

  test('is read from a GraphQL request, too', async () => {
    const token = (await webhook()).split('token=')[1];
    const bytes = new Uint8Array(randomBytes(100));
    const query = `mutation ($token: String!, $request: WebhookRequestInput) { runWebhook(token: $token, request: $request) { output } }`;
    const request = {
      headers: { 'content-type': 'image/png' },
      body: Buffer.from(bytes).toString('base64'),
      base64: true,
    };
    const response = await fetch(`${app.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables: { token, request } }),
    });
    const { data } = (await response.json()) as { data: { runWebhook: { output: { got: { file: File } } } } };
    expect(data.runWebhook.output.got.file.$file.sha256).toBe(sha256(bytes));
  });
});
