import type { RequestHandler } from 'express';
import { factsOf } from './request-facts.js';

/**
 * One line for each request when it is answered. Of the address only the path is told: query strings may hold tokens.
 */
export function logRequests(): RequestHandler {
  return (request, response, next) => {
    const facts = factsOf(response);
    if (!facts.log.isLevelEnabled('info')) return next();
    const began = performance.now();
    const path = request.url.split('?', 1)[0];
    response.on('close', () => {
      const { statusCode: status, writableFinished } = response;
      const ms = Math.round(performance.now() - began);
      facts.log.info(
        { method: request.method, path, status, ms, ...(!writableFinished && { aborted: true }) },
        'request',
      );
    });
    next();
  };
}
