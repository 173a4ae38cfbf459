import type { Watch } from '../../../platform/work/watch-due.js';
import type { WorkContext } from '../../module.js';
import { addUpStorage } from './storage.js';

const everyMs = 10 * 60 * 1_000;

/** Adds up the rows of closed connections every ten minutes, so that reading the sum stays cheap. */
export function watchStorage({ services: { db, log } }: WorkContext): Watch {
  let working: Promise<unknown> = Promise.resolve();
  const work = () => {
    working = working
      .then(() => addUpStorage(db.pool))
      .catch((error: Error) => log.warn({ err: error }, 'adding up the storage of workspaces failed; retrying'));
  };
  const timer = setInterval(work, everyMs).unref();
  return {
    wake: work,
    async stop() {
      clearInterval(timer);
      await working;
    },
  };
}
