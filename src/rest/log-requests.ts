import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { factsOf } from './request-metadata.js';

/**
 * One line for each request when it is answered. Of the address only the path is told: query strings may hold tokens.
 */
export function logRequests(log: Logger): RequestHandler {
  return (request, response, next) => {
    if (!log.isLevelEnabled('info')) return next();
    const { id: requestId } = factsOf(response);
    const began = performance.now();
    const path = request.url.split('?', 1)[0];
    response.on('close', () => {
      const { statusCode: status, writableFinished } = response;
      const ms = Math.round(performance.now() - began);
      // Not by the request's own logger: that costs more than the line, and most requests need none.
      log.info(
        { requestId, method: request.method, path, status, ms, ...(!writableFinished && { aborted: true }) },
        'request',
      );
    });
    next();
  };
}
