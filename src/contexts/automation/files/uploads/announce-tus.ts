import type { IncomingMessage, ServerResponse } from 'node:http';
import { tusVersion } from './tus.js';

const paths = /^\/workspaces\/[^/]+\/files(\/uploads(\/[^/]+)?)?$/;

/** Adds to answers to OPTIONS what clients of tus ask for by it. @param bytesAtMost of one file */
export function announceTus(bytesAtMost: number) {
  return ({ method, url = '' }: IncomingMessage, response: ServerResponse, next: () => void): void => {
    if (method === 'OPTIONS' && paths.test(url.split('?', 1)[0] ?? '')) {
      response.setHeader('tus-resumable', tusVersion);
      response.setHeader('tus-version', tusVersion);
      response.setHeader('tus-max-size', bytesAtMost);
      response.setHeader('tus-extension', 'creation,expiration,termination');
    }
    next();
  };
}
