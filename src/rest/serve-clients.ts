import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type RequestHandler, Router } from 'express';
import { folderOfPage } from './built-files.js';
import { npmPackage, wheelOf } from './client-packages.js';
import { noneMatches } from './entity-tag.js';

/**
 * Serves the packages of the clients that were built with this server. `/client.whl` leads to the wheel, for browsers and curl.
 * @param version of the server
 */
export function serveClients(version: string): RequestHandler {
  const wheel = wheelOf(version);
  const router = Router();
  router.get(npmPackage, sendPackage('client.tgz', 'application/gzip'));
  router.get(wheel, sendPackage(basename(wheel), 'application/zip'));
  router.get('/client.whl', (_request, response) => {
    // Relative, as below the path of a proxy.
    response.set('cache-control', 'no-cache').redirect(302, wheel.slice(1));
  });
  return router;
}

function sendPackage(name: string, type: string): RequestHandler {
  const path = join(folderOfPage('client'), name);
  return async (request, response) => {
    const content = await readFile(path);
    const tag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`;
    // The next version of the server has another package under the same URL.
    response.set({ 'cache-control': 'no-cache', etag: tag });
    if (noneMatches(request.headers['if-none-match'], tag)) response.type(type).send(content);
    else response.status(304).end();
  };
}
