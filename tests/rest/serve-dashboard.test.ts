import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import express from 'express';
import { findDashboard } from '../../src/app/find-dashboard.js';
import { hashOf } from '../../src/platform/graphql/limits/trusted-documents.js';
import { serveDashboard } from '../../src/rest/serve-dashboard.js';

// Built before the tests: `npm test` does.
const folder = findDashboard() as string;
let origin: string;
let close: () => void;
beforeAll(async () => {
  const app = express().use('/below/app', serveDashboard(folder, 'https://example.com/below'));
  const server = app.listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  close = () => void server.close();
});
afterAll(() => close());

/** The addresses of all files that the page names. */
async function filesOf(path: string): Promise<string[]> {
  const page = await (await fetch(origin + path)).text();
  return [...page.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, address]) => origin + address);
}

describe('the dashboard', () => {
  test('has one page for all its addresses, below the path of a proxy, too', async () => {
    for (const path of ['/below/app', '/below/app/w/1/executions']) {
      const response = await fetch(origin + path);
      expect(response.headers.get('cache-control')).toBe('no-cache');
      expect(await response.text()).toContain('data-base="/below/app"');
    }
  });

  test.each(['br', 'identity'])('has files that browsers keep for good, sent as %s', async (encoding) => {
    const files = await filesOf('/below/app');
    expect(files.length).toBeGreaterThan(2);
    let characters = 0;
    for (const file of files) {
      const response = await fetch(file, { headers: { 'accept-encoding': encoding } });
      expect([response.status, response.headers.get('cache-control')]).toEqual([
        200,
        'public, max-age=31536000, immutable',
      ]);
      expect(response.headers.get('content-encoding')).toBe(encoding === 'br' ? 'br' : null);
      const text = await response.text();
      expect(text).toMatch(file.endsWith('.js') ? /\b(?:import|export)\b/ : /\{[^}]+\}/);
      characters += text.length;
    }
    // A function that several screens share can be a file of a few characters; the frame is not.
    expect(characters).toBeGreaterThan(100_000);
  });

  test('answers 404 for a file of another build, instead of its page', async () => {
    const response = await fetch(`${origin}/below/app/assets/main-00000000.js`);
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/plain; charset=utf-8']);
  });

  test('runs no inline script, and reaches its own server only', async () => {
    const response = await fetch(`${origin}/below/app`);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/default-src 'none'; script-src 'self'; style-src 'self';.*connect-src 'self';/);
    expect(await response.text()).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\son\w+=/);
  });

  test('names the texts of its operations by their hashes, to be trusted', async () => {
    const documents: Record<string, string> = JSON.parse(await readFile(`${folder}/documents.json`, 'utf8'));
    expect(Object.keys(documents).length).toBeGreaterThan(20);
    for (const [hash, text] of Object.entries(documents)) expect(hashOf(text)).toBe(hash);
  });

  test('loads at most 150 kB before its first screen', async () => {
    const sizes = await Promise.all(
      (await filesOf('/below/app')).map(async (file) => {
        const response = await fetch(file, { headers: { 'accept-encoding': 'br' } });
        return Number(response.headers.get('content-length'));
      }),
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(150_000);
  });
});
