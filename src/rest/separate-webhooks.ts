import type { RequestHandler } from 'express';
import { AppError } from '../platform/errors/errors.js';
import { sendError } from './envelope.js';

/**
 * Serves webhooks, callbacks and forms on the host of their origin only, and nothing else there: what a flow answers cannot act for the host
 * of the dashboard and the API.
 * @param isWebhookHost whether a value of the header `Host` is the host of webhooks
 * @param isWebhook whether a path is that of one of them
 */
export function separateWebhooks(
  isWebhookHost: (host: string | undefined) => boolean,
  isWebhook: (path: string) => boolean,
): RequestHandler {
  return (request, response, next) => {
    const isServed = isWebhookHost(request.host) === isWebhook(request.path);
    if (isServed) return next();
    const message = 'This host does not serve the path: webhooks of flows have an origin of their own.';
    sendError(request, response, new AppError('MISDIRECTED_REQUEST', message));
  };
}

/** Whether a `Host` is that of an origin, with or without the port that its scheme implies. */
export function hostMatcher(origin: string): (host: string | undefined) => boolean {
  const { protocol, host } = new URL(origin);
  return (given) => {
    const url = given === undefined ? null : URL.parse(`${protocol}//${given}`);
    return url !== null && url.host.replace(/\.$/, '') === host;
  };
}
