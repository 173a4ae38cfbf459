import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import ipaddr from 'ipaddr.js';
import type { Histogram, Registry } from 'prom-client';
import { AppError } from '../platform/errors.js';
import { sendError } from './envelope.js';
import { routeOf } from './request-metadata.js';

export interface MetricsAccess {
  /** Bearer that is asked for; absent: none. */
  token: string | undefined;
  /** Without a token, answers only to this machine. */
  onlyHere: boolean;
}

/** `/metrics`, in the text format of Prometheus. */
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
    if (sent === undefined) return new AppError('UNAUTHENTICATED', 'Send METRICS_TOKEN as bearer.');
    return same(sent, token) ? null : new AppError('INVALID_TOKEN', 'This is not the METRICS_TOKEN of this server.');
  }
  if (!onlyHere || isFromHere(request)) return null;
  return new AppError(
    'FORBIDDEN',
    'Without METRICS_TOKEN metrics are told to this machine only. Set it to scrape from elsewhere.',
  );
}

/** A proxy on this machine that we were not told to trust speaks for somebody else. */
function isFromHere({ ip, headers }: Request): boolean {
  if (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) return false;
  return ip !== undefined && ipaddr.isValid(ip) && ipaddr.process(ip).range() === 'loopback';
}

function same(sent: string, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(sent), digest(token));
}

/** Takes the time of each request, by its route: never by its path, of which there is no end. */
export function measureRequests(requests: Histogram<'method' | 'route' | 'status'>): RequestHandler {
  return (request, response, next) => {
    const began = performance.now();
    response.on('close', () => {
      const labels = { method: request.method, route: routeOf(response), status: response.statusCode };
      requests.observe(labels, (performance.now() - began) / 1_000);
    });
    next();
  };
}
