import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { traceId } from '../platform/tracing/tracing.js';
import { isProbe } from './is-probe.js';
import { loggedPath } from './logged-path.js';
import { metadataOf } from './request-metadata.js';

/**
 * Logs one line per request when its response ends, besides probes. Only the path is logged, because query strings can contain tokens.
 */
export function logRequests(log: Logger): RequestHandler {
  return (request, response, next) => {
    if (!log.isLevelEnabled('info') || isProbe(request.url)) return next();
    const metadata = metadataOf(response);
    // The response closes outside the span of its request.
    const trace = traceId();
    const startedAt = performance.now();
    const path = loggedPath(request.url);
    response.on('close', () => {
      const { statusCode: status, writableFinished } = response;
      const ms = Math.round(performance.now() - startedAt);
      // Not with the logger of the request: creating one costs more than the line, and most requests need none.
      log.info(
        {
          requestId: metadata.id,
          workspaceId: metadata.workspaceId,
          traceId: trace,
          method: request.method,
          path,
          status,
          ms,
          ...(!writableFinished && { aborted: true }),
        },
        'request',
      );
    });
    next();
  };
}
