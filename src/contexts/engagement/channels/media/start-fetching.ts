import { type ClaimingWorker, watchClaims } from '../../../../platform/work/watch-claims.js';
import type { Watch } from '../../../../platform/work/watch-due.js';
import type { WorkContext } from '../../../module.js';
import { claimMedia, fetchMedia, mediaToFetch } from './fetch-media.js';

/** Files that are fetched concurrently. */
const atOnce = 5;

/** Fetches the files of received messages, and retries those that could not be fetched. */
export function startFetching(context: WorkContext, worker: ClaimingWorker): Watch {
  const { db, log, now } = context.services;
  return watchClaims({
    ...worker,
    channel: 'received_media',
    what: 'files of received messages',
    log,
    now,
    atOnce,
    sql: db.pool,
    due: mediaToFetch,
    claim: (claimant) => claimMedia(db.pool, claimant),
    idOf: ({ id }) => id,
    workspaceOf: ({ workspaceId }) => workspaceId,
    work: (due, stopped) => fetchMedia(context, due, stopped),
  });
}
