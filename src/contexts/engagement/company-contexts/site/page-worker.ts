import { parentPort } from 'node:worker_threads';
import { decodePage } from './decode-page.js';
import type { FetchedPage } from './fetch-page.js';
import { readSitePage } from './read-page.js';

// A thread of its own: ending the thread ends whatever a malicious page causes.
parentPort?.on('message', ({ url, contentType, body }: FetchedPage) => {
  parentPort?.postMessage(readSitePage(decodePage(body, contentType), url));
});
parentPort?.postMessage('ready');
