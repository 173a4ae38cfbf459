import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import express from 'express';
import { Counter, Registry } from 'prom-client';
import { createLog } from '../../src/platform/log.js';
import { nameRequests } from '../../src/rest/request-metadata.js';
import { type MetricsAccess, serveMetrics } from '../../src/rest/serve-metrics.js';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

interface Asked extends Partial<MetricsAccess> {
  trustProxy?: boolean;
  headers?: Record<string, string>;
}

/** Asks `/metrics` from this machine. */
async function ask({ token, onlyHere = false, trustProxy = false, headers = {} }: Asked) {
  const registry = new Registry();
  new Counter({ name: 'things_total', help: 'Things', registers: [registry] }).inc();
  const app = express();
  app.set('trust proxy', trustProxy);
  app.use(nameRequests(createLog({ level: 'silent' })), serveMetrics(registry, { token, onlyHere }));
  const server = createServer(app);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  // Not fetch: it would keep the connection open.
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    asked.on('error', reject).end();
  });
}

test('metrics are served in the text format of Prometheus', async () => {
  const { status, text } = await ask({});
  expect(status).toBe(200);
  expect(text).toMatch(/# TYPE things_total counter\nthings_total 1\n/);
});

test('with a token they are served only to requests with it as the bearer token', async () => {
  const token = 'a token';
  expect((await ask({ token, headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
  expect((await ask({ token, onlyHere: true, headers: { authorization: `bearer ${token}` } })).status).toBe(200);
  expect((await ask({ token })).text).toContain('UNAUTHENTICATED');
  expect((await ask({ token, headers: { authorization: 'Bearer another' } })).text).toContain('INVALID_TOKEN');
  expect((await ask({ token, headers: { authorization: 'Basic YTpi' } })).status).toBe(401);
});

test('without a token production serves them to this machine only, but not through a proxy on it', async () => {
  const onlyHere = true;
  expect((await ask({ onlyHere })).status).toBe(200);
  const proxied: Record<string, string>[] = [{ 'x-forwarded-for': '203.0.113.7' }, { forwarded: 'for=203.0.113.7' }];
  for (const headers of proxied) {
    for (const trustProxy of [true, false]) {
      const { status, text } = await ask({ onlyHere, trustProxy, headers });
      expect(status).toBe(403);
      expect(text).toContain('METRICS_TOKEN');
    }
  }
});
