import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RequestHandler, Router } from 'express';
import { serveBuiltFiles } from './built-files.js';

// No inline script and no other host. Styles of elements are set by scripts, which a policy allows.
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Serves the dashboard: its files, which never change under their hashed names, and its page for every other address.
 * @param folder where the build has put it
 * @param publicUrl the path of which is in front of all addresses, as below a proxy
 */
export function serveDashboard(folder: string, publicUrl: string): RequestHandler {
  const base = `${new URL(publicUrl).pathname.replace(/\/$/, '')}/app`;
  const page = Buffer.from(readFileSync(join(folder, 'index.html'), 'utf8').replaceAll('{{base}}', base));
  const assets = serveBuiltFiles({ folder: join(folder, 'assets'), path: '/', policy, isHashed: true });
  const router = Router();
  router.use('/assets', assets, notFound);
  router.get('/{*path}', (_request, response) => {
    response.set({ 'content-security-policy': policy, 'cache-control': 'no-cache' });
    response.type('html').send(page);
  });
  return router;
}

const notFound: RequestHandler = (_request, response) => {
  response.status(404).type('txt').send('There is no such file. The dashboard was updated: reload the page.');
};
