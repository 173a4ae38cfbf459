import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type SampleServer, startSample, workspaceId } from './sample-server.js';

let sample: SampleServer;
beforeAll(async () => {
  sample = await startSample();
});
afterAll(() => sample.close());

const create = (body: string, headers: Record<string, string> = {}) => sample.ask('POST', '/flows', { body, headers });
const good = JSON.stringify({ name: 'New' });

/** Sends bytes in chunks, without a Content-Length. */
async function stream(path: string, chunks: (Buffer | string)[], headers: Record<string, string> = {}) {
  const sent = request(`${sample.url}/workspaces/${workspaceId}${path}`, {
    method: 'POST',
    headers: { authorization: 'owner', 'content-type': 'application/json', ...headers },
  });
  const answered = once(sent, 'response');
  for (const chunk of chunks) sent.write(chunk);
  sent.end();
  const [response] = (await answered) as [IncomingMessage];
  return { status: response.statusCode, body: JSON.parse(await text(response)) };
}

describe('a body', () => {
  test.each([
    ['cut short', '{"name":'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a number', '1'],
    ['mere space', '  '],
    ['two objects', '{}{}'],
    ['nested without end', `{"name":"x","settings":${'{"a":'.repeat(300)}1${'}'.repeat(300)}}`],
  ])('that is %s is rejected as BAD_REQUEST', async (_what, sent) => {
    const { status, body } = await create(sent);
    expect([status, body.error.code]).toEqual([400, 'BAD_REQUEST']);
  });

  test('can contain any brackets inside its strings', async () => {
    const name = `${'[{'.repeat(300)}\\"\\`;
    const { status, body } = await create(JSON.stringify({ name }));
    expect([status, body.data.name]).toEqual([201, name]);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', ''])(
    'of the type "%s" is refused as BAD_REQUEST, with the cure',
    async (type) => {
      const { status, body } = await create(good, { 'content-type': type });
      expect([status, body.error.code]).toEqual([400, 'BAD_REQUEST']);
      expect(body.error.message).toContain('application/json');
    },
  );

  test.each(['application/json; charset=utf-8', 'Application/JSON', 'application/cloudevents+json'])(
    'of the type "%s" is read',
    async (type) => {
      expect((await create(good, { 'content-type': type })).status).toBe(201);
    },
  );

  test('is read from any number of chunks, and with a byte order mark', async () => {
    const pieces = [...Buffer.from(`\ufeff{"name":"é☃"}`)].map((byte) => Buffer.from([byte]));
    expect((await stream('/flows', pieces)).body.data.name).toBe('é☃');
  });

  test('that is not UTF-8 or is compressed is rejected', async () => {
    const latin = await stream('/flows', [Buffer.from('{"name":"\xe9"}', 'latin1')]);
    expect([latin.status, latin.body.error.code]).toEqual([400, 'BAD_REQUEST']);
    const zipped = await stream('/flows', [gzipSync(good)], { 'content-encoding': 'gzip' });
    expect([zipped.status, zipped.body.error.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });

  test('over the limit of the route is 413, with and without a Content-Length', async () => {
    const reported = await create(JSON.stringify({ name: 'x'.repeat(5000) }));
    expect([reported.status, reported.body.error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect(reported.body.error.message).toContain('4096');
    const chunked = await stream('/flows', Array(200).fill('x'.repeat(1000)));
    expect(chunked.status).toBe(413);
  });

  test('of exactly the limit is read, and the limit defaults to 1 MiB', async () => {
    const exact = JSON.stringify({ name: '' });
    const fill = (size: number) => JSON.stringify({ name: 'x'.repeat(size - exact.length) });
    expect((await create(fill(4096))).status).toBe(201);
    expect((await create(fill(4097))).status).toBe(413);
    const large = { triggerData: { text: 'x'.repeat(1_000_000) } };
    expect((await sample.ask('POST', '/flows/f1/trigger', { body: large })).status).toBe(202);
    large.triggerData.text += 'x'.repeat(50_000);
    expect((await sample.ask('POST', '/flows/f1/trigger', { body: large })).status).toBe(413);
  });

  test('that is missing counts as an empty object', async () => {
    expect((await sample.ask('POST', '/flows/f1/trigger')).status).toBe(202);
    const { status, body } = await sample.ask('POST', '/flows');
    expect(status).toBe(400);
    expect(body.error.details).toEqual([expect.objectContaining({ message: 'name is required.' })]);
  });

  test('has its unknown fields rejected by name, also on routes without a body', async () => {
    const { body } = await sample.ask('POST', '/flows', { body: { name: 'x', nmae: 'y' } });
    expect(body.error.code).toBe('VALIDATION_FAILED');
    expect(JSON.stringify(body.error.details)).toContain('nmae');
    const cancel = await sample.ask('POST', '/flows/runs/r1/cancel', { body: { force: true } });
    expect([cancel.status, cancel.body.error.details[0]?.field]).toEqual([400, 'force']);
    expect((await sample.ask('POST', '/flows/runs/r1/cancel', { body: {} })).body.data).toEqual({ id: 'r1' });
  });

  test('that never ends does not affect other requests', async () => {
    const { hostname, port } = new URL(sample.url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.write(`POST /workspaces/${workspaceId}/flows HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{`);
    socket.destroy();
    expect((await create(good)).status).toBe(201);
  });
});

describe('checks come in order', () => {
  const broken = '{"name":';
  const cases: [string, string, string, Record<string, string>, number, string][] = [
    ['no credential before a broken body', 'POST', '/flows', { authorization: 'none' }, 401, 'UNAUTHENTICATED'],
    ['a bad credential before a broken body', 'POST', '/flows', { authorization: 'bad' }, 401, 'INVALID_TOKEN'],
    [
      'a key on a session’s route before a broken body',
      'POST',
      '/keys',
      { authorization: 'key' },
      403,
      'SESSION_REQUIRED',
    ],
    ['a strange workspace before a broken body', 'POST', '/flows', { authorization: 'stranger' }, 404, 'NOT_FOUND'],
    ['a missing capability before a broken body', 'POST', '/flows', { authorization: 'viewer' }, 403, 'FORBIDDEN'],
    ['the broken body last', 'POST', '/flows', { authorization: 'owner' }, 400, 'BAD_REQUEST'],
  ];
  test.each(cases)('%s', async (_what, method, path, headers, status, code) => {
    const answer = await sample.ask(method, path, { body: broken, headers });
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
  });

  test('a missing capability before a field of the wrong type', async () => {
    const { status } = await sample.ask('POST', '/flows', { body: { name: 1 }, headers: { authorization: 'viewer' } });
    expect(status).toBe(403);
  });

  test('a missing capability before a body on a route without one', async () => {
    const headers = { authorization: 'viewer' };
    expect((await sample.ask('POST', '/flows/runs/r1/cancel', { body: { x: 1 }, headers })).status).toBe(403);
  });
});
