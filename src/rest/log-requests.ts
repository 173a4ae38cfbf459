import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { metadataOf } from './request-metadata.js';

/**
 * Logs one line per request when its response ends. Only the path is logged, because query strings can contain tokens.
 */
export function logRequests(log: Logger): RequestHandler {
  return (request, response, next) => {
    if (!log.isLevelEnabled('info')) return next();
    const { id: requestId } = metadataOf(response);
    const startedAt = performance.now();
    const path = request.url.split('?', 1)[0];
    response.on('close', () => {
      const { statusCode: status, writableFinished } = response;
      const ms = Math.round(performance.now() - startedAt);
      // Not with the logger of the request: creating one costs more than the line, and most requests need none.
      log.info(
        { requestId, method: request.method, path, status, ms, ...(!writableFinished && { aborted: true }) },
        'request',
      );
    });
    next();
  };
}
