import type { RequestHandler } from 'express';
import { inSpan, isTracing, type TraceHeaders } from '../platform/tracing/tracing.js';
import { isProbe } from './is-probe.js';
import { loggedPath } from './logged-path.js';
import { metadataOf, routeOf } from './request-metadata.js';

/** Records a span for each request, which continues the trace of its `traceparent`. Must be mounted before what handles requests. */
export function traceRequests(): RequestHandler {
  return (request, response, next) => {
    if (!isTracing() || isProbe(request.url)) return next();
    const { method, headers } = request;
    const path = loggedPath(request.url);
    const attributes = {
      'http.request.method': method,
      'url.path': path,
      'workspace_automation.request.id': metadataOf(response).id,
    };
    void inSpan(method, { kind: 'server', attributes, continues: headers as TraceHeaders }, async (span) => {
      const closed = new Promise((resolve) => response.once('close', resolve));
      next();
      await closed;
      const { statusCode } = response;
      span?.rename(`${method} ${routeOf(response)}`);
      span?.set({ 'http.route': routeOf(response), 'http.response.status_code': statusCode });
      if (statusCode >= 500) span?.fail(String(statusCode));
    });
  };
}
