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

  test.each(['/graphiql/static/ruru.js', '/docs/swagger-ui-bundle.js'])(
    '%s is kept by browsers, and answered without a body if it is the same',
    async (path) => {
      const tags = new Set<string>();
      for (const encoding of ['br', 'identity']) {
        const first = await fetch(sample.url + path, { headers: { 'accept-encoding': encoding } });
        await first.arrayBuffer();
        expect(first.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding);
        expect(first.headers.get('cache-control')).toBe('public, max-age=86400');
        const tag = first.headers.get('etag') as string;
        tags.add(tag);
        const headers = { 'accept-encoding': encoding, 'if-none-match': tag };
        const again = await fetch(sample.url + path, { headers });
        expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, tag, '']);
      }
      expect(tags.size).toBe(2);
    },
  );

  test('serve the licences that the scripts name', async () => {
    for (const path of ['/graphiql/static/ruru.js.LICENSE.txt', '/docs/swagger-ui-bundle.js.LICENSE.txt']) {
      expect(await (await fetch(sample.url + path)).text()).toMatch(/license/i);
    }
  });

  test('serve no other files', async () => {
    const paths = ['..%2fpackage.json', '../docs/swagger-ui.css', 'nothing.js', 'ruru.js.map', '.', ''];
    for (const path of [...paths.map((path) => `/graphiql/static/${path}`), '/docs/package.json']) {
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
