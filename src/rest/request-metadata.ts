import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import type { RequestMetadata } from '../platform/graphql/context.js';

/**
 * Names each request: by the client's `x-request-id` where it is 1 to 128 visible ASCII characters, else by a new
 * one. Every answer carries it. Stands before everything that may fail.
 */
export function nameRequests(log: Logger): RequestHandler {
  return (request, response, next) => {
    const metadata = new HttpRequestMetadata(request, log);
    response.locals.request = metadata;
    response.setHeader('x-request-id', metadata.id);
    next();
  };
}

/** The facts of the request that this response answers. */
export function factsOf(response: Response): RequestMetadata {
  return response.locals.request as RequestMetadata;
}

/** Says by which route a request is answered, for metrics. */
export function nameRoute(response: Response, route: string): void {
  response.locals.route = route;
}

/** The route's pattern, as `/workspaces/:workspaceId/flows`; `other` for what has none. */
export function routeOf(response: Response): string {
  return (response.locals.route as string | undefined) ?? 'other';
}

const usableId = /^[\x21-\x7e]{1,128}$/;

class HttpRequestMetadata implements RequestMetadata {
  readonly id: string;
  readonly #request: Request;
  readonly #parent: Logger;
  #log: Logger | undefined;

  constructor(request: Request, log: Logger) {
    const sent = request.headers['x-request-id'];
    this.id = typeof sent === 'string' && usableId.test(sent) ? sent : randomUUID();
    this.#request = request;
    this.#parent = log;
  }

  /** Made at its first use: most requests write nothing. */
  get log(): Logger {
    this.#log ??= this.#parent.child({ requestId: this.id });
    return this.#log;
  }

  get ip(): string | undefined {
    return this.#request.ip;
  }
}
