import { type ClaimingWorker, watchClaims } from '../../../platform/work/watch-claims.js';
import type { Watch } from '../../../platform/work/watch-due.js';
import type { WorkContext } from '../../module.js';
import { claimEnrollments, enrollments } from './claim-enrollments.js';
import { fireStep } from './fire-step.js';

/** Steps that run concurrently. */
const atOnce = 20;

/** Runs the steps of enrollments when they are due. */
export function startFollowUps(context: WorkContext, worker: ClaimingWorker): Watch {
  const { db, log, now } = context.services;
  return watchClaims({
    ...worker,
    channel: 'follow_ups',
    what: 'follow-ups',
    log,
    now,
    atOnce,
    sql: db.pool,
    due: enrollments,
    claim: (claimant) => claimEnrollments(db.pool, claimant),
    idOf: ({ id }) => id,
    workspaceOf: ({ workspaceId }) => workspaceId,
    work: (due, stopped) => fireStep(context, due, stopped),
  });
}
