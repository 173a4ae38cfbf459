import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  createSiteReader,
  type SiteReader,
} from '../../../../src/contexts/engagement/company-contexts/site/site-reader.js';
import { createOutbound, type Outbound } from '../../../../src/platform/outbound/index.js';
import {
  type Answering,
  type LoopbackServer,
  startLoopbackServer,
} from '../../../platform/outbound/loopback-server.js';
import { threadArgv } from '../../../support/thread-argv.js';

const file = (name: string) => readFileSync(new URL(`./sites/${name}.html`, import.meta.url));
const html =
  (body: string | Buffer): Answering =>
  (_request, response) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end(body);
const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024), { level: 1 });
const megabyte = Buffer.alloc(1024 * 1024, 'a ');

/** Malicious websites, and responses that are not websites. */
const hostile: Record<string, Answering> = {
  '/endless': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    const more = () => {
      while (!response.destroyed && response.write(megabyte));
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  },
  '/drip': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    const drip = setInterval(() => response.write('<p>'), 50);
    response.on('close', () => clearInterval(drip));
  },
  '/inside': (_request, response) => void response.writeHead(302, { location: 'http://169.254.169.254/latest/' }).end(),
  '/loop': (_request, response) => void response.writeHead(302, { location: '/loop' }).end(),
  '/bomb': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(bomb);
  },
  '/pdf': (_request, response) => void response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.7'),
  '/text': (_request, response) => void response.writeHead(200, { 'content-type': 'text/plain' }).end('no page'),
  '/gone': (_request, response) => void response.writeHead(410).end('gone'),
  '/broken': (_request, response) => response.destroy(),
  '/deep': html('<div>'.repeat(350_000)),
  '/tangled': html(`${Array.from({ length: 60_000 }, (_, n) => `<b a${n}>`).join('')}${'<p>'.repeat(200_000)}`),
};

let server: LoopbackServer;
let outbound: Outbound;
let sites: SiteReader;
beforeAll(async () => {
  server = await startLoopbackServer({
    ...hostile,
    '/index.html': html(file('coffee/index')),
    '/about.html': html(file('coffee/about')),
    '/products.html': (_request, response) => response.destroy(),
    '/store.html': html(file('coffee/store')),
    '/latin': html(Buffer.from(file('clinic').toString(), 'latin1')),
    '/unsaid': (_request, response) => void response.writeHead(200).end('<!doctype html><title>Acme</title>'),
    '/moved': (_request, response) => void response.writeHead(301, { location: '/index.html' }).end(),
    '/trap': html('<title>Acme</title><a href="/contact">Contact</a><a href="/about.html">About</a>'),
    '/contact': html('<div>'.repeat(350_000)),
  });
  outbound = createOutbound({ allow: ['127.0.0.1'] });
  sites = createSiteReader({ outbound, execArgv: threadArgv, fetchMs: 700, timeoutMs: 1_200, concurrency: 2 });
});
afterAll(async () => {
  await outbound.close();
  await server.close();
});

const read = (path: string) => sites.read(server.origin + path);

describe('a website', () => {
  test('is read with further pages; one that fails is skipped', async () => {
    const { websiteUrl, pages, metadata } = await read('/moved');
    expect(websiteUrl).toBe(`${server.origin}/index.html`);
    expect(pages).toEqual(['/index.html', '/about.html', '/store.html'].map((path) => server.origin + path));
    expect(metadata).toMatchObject({
      companyName: 'Business Casual',
      businessHours: expect.stringContaining('Sunday Closed'),
      contactInfo: { phones: ['(317) 585-8468'] },
    });
  });

  test('is read in its actual charset, and without a content type', async () => {
    expect((await read('/latin')).metadata.companyName).toBe('Clínica Dental Muñoz');
    expect((await read('/unsaid')).metadata.title).toBe('Acme');
  });

  test('is read up to a further page that is too complex', async () => {
    const { pages, metadata } = await read('/trap');
    expect([pages.length, metadata.title]).toEqual([1, 'Acme']);
  });

  test('waits if more are read than the concurrency allows', async () => {
    const all = await Promise.all(Array.from({ length: 4 }, () => read('/unsaid')));
    expect(all.map(({ metadata }) => metadata.title)).toEqual(Array(4).fill('Acme'));
  });
});

describe('a page that cannot be read is reported with its reason', () => {
  test.each([
    ['/endless', 'OUTBOUND_TOO_LARGE', /at most 2097152 bytes/],
    ['/drip', 'OUTBOUND_TIMEOUT', /did not respond completely within 0\.7 seconds/],
    ['/inside', 'OUTBOUND_BLOCKED', /private or reserved/],
    ['/loop', 'OUTBOUND_REDIRECTS', /redirect/],
    ['/bomb', 'OUTBOUND_TOO_LARGE', /must be at most/],
    ['/pdf', 'SITE_NOT_HTML', /sent application\/pdf, which is not an HTML page/],
    ['/text', 'SITE_NOT_HTML', /sent text\/plain/],
    ['/gone', 'SITE_STATUS', /status 410/],
    ['/broken', 'OUTBOUND_FAILED', /closed the connection/],
    ['/tangled', 'SITE_TOO_COMPLEX', /too large or too deeply nested/],
  ])('%s: %s', async (path, code, message) => {
    await expect(read(path)).rejects.toMatchObject({
      name: 'SiteError',
      code,
      message: expect.stringMatching(message),
    });
  });

  test.each(['http://127.0.0.2:1/', 'http://[::1]/', 'http://10.0.0.1/', 'http://2130706434/'])(
    'a private address: %s',
    async (url) => {
      await expect(sites.read(url)).rejects.toMatchObject({ code: 'OUTBOUND_BLOCKED' });
    },
  );
});

test('a page that keeps its reader busy does not keep the main thread busy', async () => {
  const before = { process: process.cpuUsage(), thread: process.threadCpuUsage() };
  await expect(read('/deep')).rejects.toMatchObject({ code: 'SITE_TOO_COMPLEX' });
  const used = total(process.cpuUsage(before.process));
  // Processor time, which is independent of the load of the machine.
  expect(total(process.threadCpuUsage(before.thread)) / used).toBeLessThan(0.1);
});

const total = ({ user, system }: NodeJS.CpuUsage) => user + system;
