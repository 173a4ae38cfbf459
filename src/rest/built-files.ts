import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { RequestHandler } from 'express';
import { acceptedCoding } from './compress-answers.js';
import { noneMatches, tagOfCoding } from './entity-tag.js';

const daySeconds = 86_400;
/** The same folder for the sources, which tests run, and for the build. */
const pagesFolder = join(dirname(findPackageJSON(import.meta.url) as string), 'dist/pages');
const decompress = promisify(brotliDecompress);

interface BuiltFiles {
  /** Where the build has put them. */
  folder: string;
  /** Of the URLs, with a slash at its end. */
  path: string;
  policy: string;
  /** Whether a file with other content would have another name. */
  isHashed?: boolean;
}

/** The folder of a page in the build. */
export const folderOfPage = (name: string): string => join(pagesFolder, name);

/**
 * Serves the files of a folder, which the build compressed. Nothing is kept in memory: browsers keep the files, for a day
 * or for good, and the system keeps what is read often.
 */
export function serveBuiltFiles({ folder, path, policy, isHashed = false }: BuiltFiles): RequestHandler {
  return async (request, response, next) => {
    const name = request.path.slice(path.length);
    const compressed = /^\w[\w.-]*$/.test(name) ? await readIfThere(join(folder, `${name}.br`)) : null;
    if (!compressed) return next();
    const isBrotli = acceptedCoding(request.headers['accept-encoding']) === 'br';
    const tag = `"${createHash('sha256').update(compressed).digest('base64url').slice(0, 27)}"`;
    response.type(extname(name)).vary('accept-encoding');
    response.set('cache-control', isHashed ? 'public, max-age=31536000, immutable' : `public, max-age=${daySeconds}`);
    // Workers take their policy from their own response.
    response.set('content-security-policy', policy);
    response.set('etag', isBrotli ? tagOfCoding(tag, 'br') : tag);
    if (!noneMatches(request.headers['if-none-match'], tag)) return response.status(304).end();
    if (isBrotli) response.set('content-encoding', 'br');
    return response.end(isBrotli ? compressed : await decompress(compressed));
  };
}

async function readIfThere(path: string): Promise<Buffer | null> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}
