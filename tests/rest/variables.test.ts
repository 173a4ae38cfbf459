import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { convertQueryValue } from '../../src/rest/query-values.js';
import { ask, type SampleServer, startSample, workspaceId } from './sample-server.js';

let sample: SampleServer;
beforeAll(async () => {
  sample = await startSample();
});
afterAll(() => sample.close());

/** What the list's arguments were, as the sample tells them back. */
async function argumentsOf(query: string): Promise<unknown> {
  const { body } = await sample.ask('GET', `/flows${query}`);
  return (body.data as unknown as { settings: unknown }[])[0]?.settings;
}

describe('query parameters', () => {
  test('are converted to the type of their variable', async () => {
    expect(await argumentsOf('?page=3&search=a%20b&active=false&score=-1.5&tags=x,y%2C%20z&kind=webhook')).toEqual({
      page: 3,
      search: 'a b',
      active: false,
      score: -1.5,
      tags: ['x', 'y', 'z'],
      kind: 'webhook',
    });
  });

  test('count as not sent if they are empty or unknown', async () => {
    expect(await argumentsOf('?page=&search=&active=&tags=&nonsense=1')).toEqual({});
    expect(await argumentsOf('?')).toEqual({});
  });

  test('can be repeated: lists grow, for other types the last one counts', async () => {
    expect(await argumentsOf('?tags=a&tags=b,c&page=1&page=2')).toEqual({ tags: ['a', 'b', 'c'], page: 2 });
  });

  test.each([
    ['page=two', 'page'],
    ['page=1.5', 'page'],
    ['page=99999999999', 'page'],
    ['active=yes', 'active'],
    ['score=much', 'score'],
    ['kind=other', 'kind'],
  ])('that do not fit are refused by name: %s', async (query, field) => {
    const { status, body } = await sample.ask('GET', `/flows?${query}`);
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(body.error.details).toEqual([expect.objectContaining({ field })]);
  });

  test('are all reported if several are invalid', async () => {
    const { body } = await sample.ask('GET', '/flows?page=x&active=x');
    expect(body.error.details.map((detail) => detail.field).sort()).toEqual(['active', 'page']);
  });

  test('never override the path', async () => {
    const { status } = await sample.ask('GET', '/flows?workspaceId=another');
    expect(status).toBe(200);
  });

  test('keep any integer, and any text that is not a number', () => {
    fc.assert(fc.property(fc.integer(), (value) => convertQueryValue(String(value), 'Int!') === value));
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (text) => {
        const value = convertQueryValue(text, 'Int');
        return typeof value === 'number' ? Number(text) === value : value === text;
      }),
    );
  });
});

describe('the variables of a route', () => {
  test('override the default rule, which gives the others', async () => {
    const { status, body } = await sample.ask('POST', '/flows/f9/trigger', {
      body: { startNodeId: 'n1' },
      headers: { 'idempotency-key': 'once' },
    });
    expect(status).toBe(202);
    expect(body.data.echo).toEqual({
      workspaceId,
      flowId: 'f9',
      input: { startNodeId: 'n1' },
      idempotencyKey: 'once',
    });
  });

  test('that are undefined count as not sent, not as null', async () => {
    const { body } = await sample.ask('POST', '/flows/f9/trigger');
    expect(body.data.echo).toEqual({ workspaceId, flowId: 'f9', input: {} });
  });

  test('can read headers and the body exactly as sent', async () => {
    const sent = '{ "a":1.0,\n"é": "☃" }';
    const { body } = await ask('POST', `${sample.url}/flows/run?token=t1`, {
      body: sent,
      headers: { 'x-signature': 'sha256=00' },
    });
    expect(body.data.echo).toEqual({ token: 't1', data: { a: 1, é: '☃' }, signed: 'sha256=00', rawBody: sent });
  });

  test('and the result can decide the status', async () => {
    const run = (body: object) => ask('POST', `${sample.url}/flows/run?token=t`, { body });
    expect((await run({ wait: true })).status).toBe(200);
    expect((await run({})).status).toBe(202);
  });
});
