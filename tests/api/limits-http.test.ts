import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/app.js';
import { graph, node } from '../support/graphs.js';
import type { Owner } from '../support/seed.js';

const known = 'https://app.example.com';
const foreign = 'https://evil.example';

let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await startTestApp({ corsOrigins: [known] });
  owner = await app.seed.owner();
});

afterAll(() => app.stop());

const mebibyte = 1024 * 1024;

/** A JSON body of exactly so many bytes. */
function bodyOf(bytes: number, field: string): string {
  const frame = JSON.stringify({ [field]: '' }).length;
  return JSON.stringify({ [field]: 'x'.repeat(bytes - frame) });
}

describe('a body', () => {
  test('is read up to its route’s limit and refused above it', async () => {
    const flow = await app.seed.flow(owner, graph([node('start', 'trigger.webhook')]));
    const base = `/workspaces/${owner.workspaceId}`;
    const limits: [string, number][] = [
      ['POST /auth/login', mebibyte],
      [`POST ${base}/flows/folders`, mebibyte],
      [`POST ${base}/flows`, 3 * mebibyte],
      [`POST ${flow.webhookPath}`, 5 * mebibyte],
      ['POST /graphql', 3 * mebibyte],
    ];
    for (const [call, limit] of limits) {
      const fits = await app.rest(call, { as: owner.token, body: bodyOf(limit, 'query') });
      expect([call, fits.status]).not.toEqual([call, 413]);
      const over = await app.rest(call, { as: owner.token, body: bodyOf(limit + 1, 'query') });
      expect([call, over.status]).toEqual([call, 413]);
      expect(JSON.stringify(over.body)).toContain('PAYLOAD_TOO_LARGE');
    }
  });
});

describe('a body without a credential', () => {
  const half = (path: string, length: number) =>
    `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n{`;
  const answerTo = async (text: string) => {
    const { hostname, port } = new URL(app.url);
    const connection = connect(Number(port), hostname);
    connection.write(text);
    const [answer] = await once(connection, 'data');
    connection.destroy();
    return String(answer);
  };

  test('is not read where one is required', async () => {
    for (const path of ['flows', 'flows/folders', 'mcp']) {
      expect(await answerTo(half(`/workspaces/${owner.workspaceId}/${path}`, 1_000_000))).toContain(
        '"UNAUTHENTICATED"',
      );
    }
  });

  test('is read up to 256 KiB by GraphQL', async () => {
    expect(await answerTo(half('/graphql', mebibyte / 4 + 1))).toMatch(/^HTTP\/1.1 413/);
    const query = '{ __typename }';
    const fits = await app.rest('POST /graphql', { body: { query, variables: { text: 'x'.repeat(250_000) } } });
    expect(fits.body).toMatchObject({ data: { __typename: 'Query' } });
  });
});

describe('other origins', () => {
  const from = async (origin: string, path: string, init: RequestInit = {}) => {
    const response = await fetch(app.url + path, { ...init, headers: { ...(init.headers as object), origin } });
    await response.arrayBuffer();
    return response;
  };

  test.each(['/graphql?query={__typename}', '/auth/me', '/healthz', '/docs'])(
    'may read %s where they are on the list',
    async (path) => {
      const allowed = await from(known, path, { headers: { 'apollo-require-preflight': '1' } });
      expect(allowed.headers.get('access-control-allow-origin')).toBe(known);
      expect(allowed.headers.get('access-control-allow-credentials')).toBe('true');
      expect(allowed.headers.get('vary')?.toLowerCase()).toContain('origin');
      for (const origin of [foreign, 'null', `${known}.evil.example`, 'http://app.example.com']) {
        const refused = await from(origin, path);
        expect([origin, refused.headers.get('access-control-allow-origin')]).toEqual([origin, null]);
      }
    },
  );

  test('learn from a preflight what they may send, where they are on the list', async () => {
    const asks = {
      method: 'OPTIONS',
      headers: { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
    };
    for (const path of ['/graphql', `/workspaces/${owner.workspaceId}/flows`]) {
      const allowed = await from(known, path, asks);
      expect(allowed.headers.get('access-control-allow-origin')).toBe(known);
      expect(allowed.headers.get('access-control-allow-headers')).toBe('authorization');
      expect(allowed.headers.get('access-control-allow-methods')).toContain('POST');
      expect((await from(foreign, path, asks)).headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  test('may read the headers of limits and filters', async () => {
    const { headers } = await from(known, '/auth/me');
    const exposed = headers.get('access-control-expose-headers')?.split(',');
    for (const name of [
      'x-request-id',
      'retry-after',
      'ratelimit-limit',
      'ratelimit-remaining',
      'ratelimit-reset',
      'x-filter-cost',
    ]) {
      expect(exposed).toContain(name);
    }
  });

  test('get nothing where there is no list', async () => {
    const closed = await startTestApp({ database: app.database });
    for (const origin of [known, closed.url]) {
      const { headers } = await fetch(`${closed.url}/healthz`, { headers: { origin } });
      expect(headers.get('access-control-allow-origin')).toBeNull();
    }
    await closed.stop();
  });
});

describe('every answer', () => {
  test.each(['/healthz', '/docs', '/graphiql', '/openapi.json', '/auth/me', '/nowhere', '/graphql?query={__typename}'])(
    'of %s carries the security headers',
    async (path) => {
      const { headers } = await fetch(app.url + path);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('strict-transport-security')).toContain('max-age=');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(headers.get('x-powered-by')).toBeNull();
      expect(headers.get('x-request-id')).toBeTruthy();
    },
  );

  test.each(['/docs', '/graphiql'])('of the page %s says what it may load', async (path) => {
    const policy = (await fetch(app.url + path)).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/https?:/);
  });
});
