import { isServerError, Unreachable } from '../api/errors';
import { request } from '../api/request';
import { isOld, type Job, type SendPiece } from './job';
import { findJob } from './store';

/** Milliseconds for which a server that cannot be reached, or is too busy, is waited for. */
const patience = 10 * 60_000;

/** Thrown while a piece waits for the server when its job is no longer to run. */
export class Abandoned extends Error {}

/** Thrown when the server may have forgotten what it has answered to a job. */
export class Outdated extends Error {}

/**
 * What sends the mutations of the next piece of a job. Each has a key of its own, which is the same after a reload, so the
 * server does nothing twice. It waits while the server is away, limits the requests, or still works on the same one.
 */
export function senderOf({ id, at, attempt }: Job): SendPiece {
  return async (operation, variables, part = 0) => {
    const key = [id, at, part, attempt].join('-');
    const started = performance.now();
    for (let delay = 1_000; ; delay = Math.min(delay * 2, 15_000)) {
      try {
        return await request(operation, variables, undefined, key);
      } catch (error) {
        const isPassing = error instanceof Unreachable || (isServerError(error) && error.retryAfter !== undefined);
        if (!isPassing || performance.now() - started > patience) throw error;
        const least = isServerError(error) ? (error.retryAfter ?? 0) * 1_000 : 0;
        await new Promise((resolve) => setTimeout(resolve, least || delay));
        const job = await findJob(id);
        if (job?.state !== 'running') throw new Abandoned();
        // The computer may have been asleep.
        if (isOld(job)) throw new Outdated();
      }
    }
  };
}
