import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import type { RequestMetadata } from '../platform/graphql/context.js';

/**
 * Gives each request an ID: the client's `x-request-id` if it has 1 to 128 visible ASCII characters, otherwise a new one.
 * Every response carries it. Must be mounted before everything that can fail.
 */
export function nameRequests(log: Logger): RequestHandler {
  return (request, response, next) => {
    const metadata = new HttpRequestMetadata(request, log);
    response.locals.request = metadata;
    response.setHeader('x-request-id', metadata.id);
    next();
  };
}

/** The metadata of the request of this response. */
export function metadataOf(response: Response): RequestMetadata {
  return response.locals.request as RequestMetadata;
}

/** Sets the route of a request, for metrics. */
export function nameRoute(response: Response, route: string): void {
  response.locals.route = route;
}

/** The pattern of the route, for example `/workspaces/:workspaceId/flows`; `other` for requests without one. */
export function routeOf(response: Response): string {
  return (response.locals.route as string | undefined) ?? 'other';
}

const usableId = /^[\x21-\x7e]{1,128}$/;

class HttpRequestMetadata implements RequestMetadata {
  readonly id: string;
  workspaceId: string | undefined;
  readonly #request: Request;
  readonly #parent: Logger;
  #log: Logger | undefined;

  constructor(request: Request, log: Logger) {
    const sent = request.headers['x-request-id'];
    this.id = typeof sent === 'string' && usableId.test(sent) ? sent : randomUUID();
    this.#request = request;
    this.#parent = log;
  }

  /** Created at its first use, because most requests log nothing. */
  get log(): Logger {
    this.#log ??= this.#parent.child({ requestId: this.id });
    return this.#log;
  }

  get userAgent(): string | undefined {
    return this.#request.headers['user-agent'];
  }

  get ip(): string | undefined {
    return this.#request.ip;
  }
}
