import type { RequestHandler } from 'express';

/**
 * Adds `Server-Timing` to every answer: how long the server took until it began to send. In whole milliseconds, so that it
 * says no more of a comparison of secrets than the time that the client measures.
 */
export function timeAnswers(): RequestHandler {
  return (_request, response, next) => {
    const startedAt = performance.now();
    const writeHead = response.writeHead.bind(response) as (...all: unknown[]) => typeof response;
    response.writeHead = ((...all: unknown[]) => {
      if (!response.headersSent) {
        response.setHeader('server-timing', `total;dur=${Math.round(performance.now() - startedAt)}`);
      }
      return writeHead(...all);
    }) as typeof response.writeHead;
    next();
  };
}
