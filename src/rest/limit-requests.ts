import type { RequestHandler } from 'express';
import { AppError } from '../platform/errors/errors.js';
import { addressKey } from '../platform/rate-limit/address-key.js';
import type { OpenCounts } from '../platform/rate-limit/open-counts.js';
import { BodyMemory } from './body-memory.js';
import { sendError } from './envelope.js';
import { countBytesOf } from './request-body.js';

/** For all bodies that this process reads at once. */
const bodyMemoryBytes = 64 * 1024 * 1024;
/** How long a client may go on sending a body after it was answered. */
const drainMs = 5_000;

/** Limits the requests in progress of an address, the memory of their bodies, and bodies that nobody reads. */
export function limitRequests(requests: OpenCounts, memory = new BodyMemory(bodyMemoryBytes)): RequestHandler {
  return (request, response, next) => {
    const address = addressKey(request.ip ?? '');
    const close = requests.tryOpen(address);
    if (!close) return sendError(request, response, tooMany(requests.limit));
    const body = memory.of(address);
    countBytesOf(request, body);
    response.once('close', () => {
      close();
      body.release();
    });
    response.once('finish', () => {
      if (!request.complete) setTimeout(() => request.complete || request.destroy(), drainMs).unref();
    });
    next();
  };
}

function tooMany(limit: number): AppError {
  const message = `At most ${limit} requests at once are allowed from this address. Wait for earlier ones.`;
  return new AppError('RATE_LIMITED', message, undefined, 1);
}
