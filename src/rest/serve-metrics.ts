import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import ipaddr from 'ipaddr.js';
import type { Registry } from 'prom-client';
import { AppError } from '../platform/errors/errors.js';
import { histogram } from '../platform/metrics/index.js';
import { sendError } from './envelope.js';
import { routeOf } from './request-metadata.js';

/** Up to requests that wait for an overloaded database. */
const requestSeconds = histogram(
  'http_request_duration_seconds',
  'Duration of HTTP requests, by route.',
  [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  ['method', 'route', 'status'],
);

export interface MetricsAccess {
  /** The required bearer token; absent if none is required. */
  token: string | undefined;
  /** Whether, without a token, only this machine has access. */
  onlyHere: boolean;
}

/** Serves `/metrics` in the text format of Prometheus. */
export function serveMetrics(registry: Registry, access: MetricsAccess): RequestHandler {
  return async (request, response) => {
    const refused = refusal(request, access);
    if (refused) {
      sendError(request, response, refused);
      return;
    }
    const text = await registry.metrics();
    response.set('cache-control', 'no-store').type(registry.contentType).send(text);
  };
}

function refusal(request: Request, { token, onlyHere }: MetricsAccess): AppError | null {
  if (token !== undefined) {
    const sent = /^Bearer +(.+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (sent === undefined) return new AppError('UNAUTHENTICATED', 'METRICS_TOKEN is required as the bearer token.');
    return same(sent, token)
      ? null
      : new AppError('INVALID_TOKEN', 'The bearer token must be the METRICS_TOKEN of this server.');
  }
  if (!onlyHere || isLocal(request)) return null;
  return new AppError(
    'FORBIDDEN',
    'METRICS_TOKEN is required to read metrics from another machine. Set it on the server.',
  );
}

/** An untrusted proxy on this machine forwards requests of other machines. */
function isLocal({ ip, headers }: Request): boolean {
  if (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) return false;
  return ip !== undefined && ipaddr.isValid(ip) && ipaddr.process(ip).range() === 'loopback';
}

function same(sent: string, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(sent), digest(token));
}

/** Measures the duration of each request by its route, never by its path, whose number is unbounded. */
export function measureRequests(): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    response.on('close', () => {
      const labels = { method: request.method, route: routeOf(response), status: response.statusCode };
      requestSeconds.observe(labels, (performance.now() - startedAt) / 1_000);
    });
    next();
  };
}
