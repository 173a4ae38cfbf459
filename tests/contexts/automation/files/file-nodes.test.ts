import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { reached, type SeenExecution, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';

let app: TestApp;
let owner: Owner;
let server: Server;
let origin: string;
const picture = randomBytes(300_000);
const large = randomBytes(30 * 1024 * 1024);
const arrived: { type: string; length: string | undefined; body: Buffer }[] = [];

beforeAll(async () => {
  app = await startTestApp({ worker: true });
  owner = await app.seed.owner();
  server = createServer(async (request, response) => {
    if (request.url === '/large') return void response.writeHead(200, { 'content-type': 'video/mp4' }).end(large);
    if (request.url === '/zipped')
      return void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('packed'));
    if (request.url === '/huge')
      return void response.writeHead(200, { 'content-length': String(3 * 1024 ** 3) }).write('x');
    if (request.url === '/cut') {
      response.writeHead(200, { 'content-length': '1000000' });
      return void response.write(picture.subarray(0, 100), () => response.destroy());
    }
    if (request.url === '/moved') {
      request.resume();
      return void request.on('end', () => response.writeHead(307, { location: '/y' }).end());
    }
    if (request.url === '/absent') return void response.writeHead(404).end('nothing here');
    if (request.method === 'GET') {
      response.writeHead(200, {
        'content-type': 'image/png',
        'content-disposition': `attachment; filename="a.png"; filename*=UTF-8''%C3%A1.png`,
      });
      response.end(picture);
      return;
    }
    const { 'content-type': type, 'content-length': length } = request.headers;
    arrived.push({ type: String(type), length, body: await buffer(request) });
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}, 60_000);

afterAll(async () => {
  server.close();
  await app.stop();
});

interface File {
  $file: { id: string; name: string; mimeType: string; size: number; sha256: string };
}

async function run(nodes: ReturnType<typeof node>[], triggerData: object = {}): Promise<SeenExecution> {
  const ids = ['start', ...nodes.map(({ id }) => id)];
  const edges = ids.slice(1).map((id, at) => `${ids[at]}${at === 0 ? '' : ':out'}>${id}`);
  const flow = await app.seed.flow(owner, graph([node('start', 'trigger.manual'), ...nodes], ...edges));
  return reached(app, owner, await trigger(app, owner, flow.id, { triggerData }));
}

const outputOf = (execution: SeenExecution, id: string) =>
  execution.steps.find(({ nodeId }) => nodeId === id)?.output as unknown;
const errorOf = (execution: SeenExecution, id: string) =>
  execution.steps.find(({ nodeId }) => nodeId === id)?.error as { code: string; message: string };
const bytesOf = async ({ $file }: File) => {
  const path = `${app.url}/workspaces/${owner.workspaceId}/files/${$file.id}`;
  return Buffer.from(await (await fetch(path, { headers: { authorization: `Bearer ${owner.token}` } })).arrayBuffer());
};

describe('a flow', () => {
  test('writes a list as CSV, reads it again, and its file belongs to the execution', async () => {
    const people = [
      { name: 'Ana', city: 'Madrid' },
      { name: 'Eva, "E"', city: '' },
    ];
    const execution = await run(
      [
        node('write', 'file.build', { data: '{{triggerData.people}}', format: 'csv', name: 'people.csv' }),
        node('read', 'file.parse', { file: '{{steps.write}}' }),
      ],
      { people },
    );
    expect(execution.status).toBe('completed');
    const file = outputOf(execution, 'write') as File;
    expect(file).toMatchObject({ $file: { name: 'people.csv', mimeType: 'text/csv' } });
    expect((await bytesOf(file)).toString()).toBe('name,city\r\nAna,Madrid\r\n"Eva, ""E""",\r\n');
    expect(outputOf(execution, 'read')).toEqual(people);
    const { body } = await app.rest(`GET /workspaces/${owner.workspaceId}/files?executionId=${execution.id}`, {
      as: owner.token,
    });
    expect(body.data).toMatchObject([{ id: file.$file.id, kept: false, createdBy: null, expiresAt: null }]);
  });

  test('creates a file of a text, and of base64', async () => {
    const execution = await run([
      node('text', 'file.create', { name: 'a/b.txt', content: 'añ {{1 + 1}}', kept: true }),
      node('bytes', 'file.create', { name: 'b.bin', content: '/wA=', encoding: 'base64', mimeType: 'image/x-b' }),
    ]);
    const [text, bytes] = [outputOf(execution, 'text') as File, outputOf(execution, 'bytes') as File];
    expect(text.$file).toMatchObject({ name: 'b.txt', mimeType: 'text/plain', size: 5 });
    expect((await bytesOf(text)).toString()).toBe('añ 2');
    expect(await bytesOf(bytes)).toEqual(Buffer.from([0xff, 0]));
    expect(bytes.$file.mimeType).toBe('image/x-b');
  });

  test('fetches a file, and sends it as a body and in a form', async () => {
    const execution = await run([
      node('get', 'http.request', { method: 'GET', url: `${origin}/x`, responseType: 'file' }),
      node('put', 'http.request', { method: 'PUT', url: `${origin}/y`, bodyType: 'file', body: '{{steps.get.body}}' }),
      node('form', 'http.request', {
        method: 'POST',
        url: `${origin}/z`,
        bodyType: 'multipart',
        body: { title: 'A', file: '{{steps.get.body}}', n: 1 },
      }),
    ]);
    expect(execution.status).toBe('completed');
    const { body } = outputOf(execution, 'get') as { body: File };
    expect(body.$file).toMatchObject({ name: 'á.png', mimeType: 'image/png', size: picture.length });
    expect((await bytesOf(body)).equals(picture)).toBe(true);
    const [put, post] = arrived.slice(-2);
    expect(put?.type).toBe('image/png');
    expect(put?.body.equals(picture)).toBe(true);
    const form = await new Response(new Uint8Array(post?.body as Buffer), {
      headers: { 'content-type': String(post?.type) },
    }).formData();
    const sent = form.get('file') as unknown as globalThis.File;
    expect([form.get('title'), form.get('n'), sent.name, sent.type]).toEqual(['A', '1', 'á.png', 'image/png']);
    expect(Buffer.from(await sent.arrayBuffer()).equals(picture)).toBe(true);
  });

  test('streams a large response into a file, and the file into a request, also through a redirect', async () => {
    const execution = await run([
      node('get', 'http.request', { method: 'GET', url: `${origin}/large`, responseType: 'file' }),
      node('put', 'http.request', {
        method: 'PUT',
        url: `${origin}/moved`,
        bodyType: 'file',
        body: '{{steps.get.body}}',
      }),
      node('form', 'http.request', {
        method: 'POST',
        url: `${origin}/z`,
        bodyType: 'multipart',
        body: { 'a"b': 'ñ', files: ['{{steps.get.body}}'] },
      }),
    ]);
    expect(execution.status).toBe('completed');
    const { body } = outputOf(execution, 'get') as { body: File };
    expect(body.$file).toMatchObject({ name: 'large', mimeType: 'video/mp4', size: large.length });
    const [put, post] = arrived.slice(-2);
    expect([put?.length, put?.body.equals(large)]).toEqual([String(large.length), true]);
    expect(post?.length).toBe(String(post?.body.length));
    const form = await new Response(new Uint8Array(post?.body as Buffer), {
      headers: { 'content-type': String(post?.type) },
    }).formData();
    expect(form.get('a"b')).toBe('ñ');
    const sent = form.get('files') as unknown as globalThis.File;
    expect(Buffer.from(await sent.arrayBuffer()).equals(large)).toBe(true);
  });

  test('stores nothing of a response that is cut, too large or not expected, and unpacks a compressed one', async () => {
    const before = (await app.services.db.pool.query('select from files')).rows.length;
    const get = (path: string) =>
      node('get', 'http.request', { method: 'GET', url: origin + path, responseType: 'file' });
    expect(errorOf(await run([get('/cut')]), 'get')).toMatchObject({ code: 'OUTBOUND_FAILED' });
    expect(errorOf(await run([get('/huge')]), 'get')).toMatchObject({ code: 'OUTBOUND_TOO_LARGE' });
    const absent = await run([get('/absent')]);
    expect(errorOf(absent, 'get')).toMatchObject({ code: 'HTTP_STATUS' });
    expect((await app.services.db.pool.query('select from files')).rows).toHaveLength(before);
    const { body } = outputOf(await run([get('/zipped')]), 'get') as { body: File };
    expect((await bytesOf(body)).toString()).toBe('packed');
    const empty = await run([
      node('write', 'file.create', { name: 'empty', content: '{{""}}' }),
      node('put', 'http.request', { method: 'PUT', url: `${origin}/y`, bodyType: 'file', body: '{{steps.write}}' }),
    ]);
    expect([empty.status, arrived.at(-1)?.body.length]).toEqual(['completed', 0]);
  });

  test('fails with the reason for a file that is of another format, of another workspace, or none', async () => {
    const broken = await run([
      node('write', 'file.create', { name: 'a.json', content: 'no' }),
      node('read', 'file.parse', { file: '{{steps.write}}' }),
    ]);
    expect(errorOf(broken, 'read')).toEqual({ code: 'FILE_FORMAT', message: 'The file is not valid JSON.' });
    const unknown = await run([
      node('write', 'file.create', { name: 'a', content: 'no' }),
      node('read', 'file.parse', { file: '{{steps.write}}' }),
    ]);
    expect(errorOf(unknown, 'read').message).toContain('format is required');
    const id = '01970000-0000-7000-8000-000000000001';
    const missing = await run([node('read', 'file.parse', { file: '{{triggerData.file}}', format: 'csv' })], {
      file: { $file: { id } },
    });
    expect(errorOf(missing, 'read')).toMatchObject({ code: 'FILE_MISSING' });
    const wrong = await run([node('read', 'file.parse', { file: '{{triggerData.file}}' })], { file: 'a.csv' });
    expect(errorOf(wrong, 'read')).toMatchObject({ code: 'FIELD_INVALID' });
    const body = await run([
      node('put', 'http.request', { method: 'PUT', url: origin, bodyType: 'file', body: '{{triggerData.file}}' }),
    ]);
    expect(['FIELD_INVALID', 'FIELD_REQUIRED']).toContain(errorOf(body, 'put').code);
  });

  test('that simulates stores nothing', async () => {
    const before = await app.services.db.pool.query('select from files');
    const { body } = await app.rest(`POST /workspaces/${owner.workspaceId}/flows/simulate`, {
      as: owner.token,
      body: graph(
        [node('start', 'trigger.manual'), node('write', 'file.create', { name: 'a.txt', content: 'a' })],
        'start>write',
      ),
    });
    const { executionId } = body.data as { executionId: string };
    const execution = await reached(app, owner, executionId);
    expect(outputOf(execution, 'write')).toMatchObject({ $file: { name: 'report.txt' } });
    expect((await app.services.db.pool.query('select from files')).rows).toHaveLength(before.rows.length);
  });

  test('that simulates goes on with samples where a node reads a file that was not stored', async () => {
    const nodes = [
      node('start', 'trigger.webhook'),
      node('write', 'file.build', { data: [], format: 'json' }),
      node('get', 'http.request', { method: 'GET', url: origin, responseType: 'file' }),
      node('read', 'file.parse', { file: '{{steps.write}}' }),
      node('lines', 'file.parse', { file: '{{steps.get.body}}', format: 'ndjson' }),
      node('answer', 'webhook.respond', { file: '{{steps.write}}' }),
    ];
    const { body } = await app.rest(`POST /workspaces/${owner.workspaceId}/flows/simulate`, {
      as: owner.token,
      body: graph(nodes, 'start>write', 'write:out>get', 'get:out>read', 'read:out>lines', 'lines:out>answer'),
    });
    const execution = await reached(app, owner, (body.data as { executionId: string }).executionId);
    expect(execution.status).toBe('completed');
    const people = [{ name: 'Ana', email: 'ana@example.com' }];
    expect([outputOf(execution, 'read'), outputOf(execution, 'lines')]).toEqual([people, people]);
    expect(outputOf(execution, 'answer')).toMatchObject({ response: { status: 200 } });
  });
});
