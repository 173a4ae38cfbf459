import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { ask, type SampleServer, startSample } from './sample-server.js';

let sample: SampleServer;
beforeAll(async () => {
  sample = await startSample();
});
afterAll(() => sample.close());

/** Every address that a page names, as the browser would ask for it. */
async function addressesOf(page: string): Promise<string[]> {
  const html = await (await fetch(sample.url + page)).text();
  return [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(
    ([, address]) => new URL(address ?? '', sample.url + page).href,
  );
}

describe('the documentation pages', () => {
  test('serve the OpenAPI document', async () => {
    const response = await fetch(`${sample.url}/openapi.json`);
    expect(response.headers.get('content-type')).toContain('application/json');
    expect(await response.json()).toMatchObject({ openapi: '3.1.0', info: { version: '1.2.3' } });
  });

  test.each(['/docs', '/graphiql'])('%s refers to files of this server only, and all of them exist', async (page) => {
    const addresses = await addressesOf(page);
    expect(addresses.length).toBeGreaterThan(2);
    for (const address of addresses) {
      expect(address.startsWith(sample.url)).toBe(true);
      expect((await fetch(address)).status).toBe(200);
    }
  });

  test.each(['/docs', '/graphiql', '/accept-invite', '/approve', '/reset-password', '/verify-email'])(
    '%s may load and call this server only, and runs no inline script',
    async (page) => {
      const response = await fetch(sample.url + page);
      const policy = response.headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self';");
      expect(policy).toContain("connect-src 'self';");
      expect(await response.text()).not.toMatch(/<script(?![^>]*\ssrc=)/);
    },
  );

  test('serve the workers of the editor, compressed or not', async () => {
    for (const encoding of ['br', 'identity']) {
      const response = await fetch(`${sample.url}/graphiql/static/graphqlWorker.js`, {
        headers: { 'accept-encoding': encoding },
      });
      expect(response.headers.get('content-type')).toContain('javascript');
      expect((await response.text()).length).toBeGreaterThan(10_000);
    }
  });

  test('serve no other files', async () => {
    for (const path of ['/graphiql/static/..%2fpackage.json', '/graphiql/static/nothing.js', '/docs/package.json']) {
      expect((await ask('GET', sample.url + path)).status).toBe(404);
    }
  });

  test('are also found with a trailing slash', async () => {
    const response = await fetch(`${sample.url}/docs/`);
    expect([response.url, response.status]).toEqual([`${sample.url}/docs`, 200]);
  });
});

test('/openapi.yaml is the same document', async () => {
  const [yaml, json] = await Promise.all(['yaml', 'json'].map((type) => fetch(`${sample.url}/openapi.${type}`)));
  expect(yaml?.headers.get('content-type')).toBe('application/yaml');
  expect(parse((await yaml?.text()) ?? '')).toEqual(await json?.json());
});
