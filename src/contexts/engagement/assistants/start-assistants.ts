import { type ClaimingWorker, watchClaims } from '../../../platform/work/watch-claims.js';
import type { Watch } from '../../../platform/work/watch-due.js';
import type { WorkContext } from '../../module.js';
import { claimedSessions, claimSessions } from './claim-sessions.js';
import { driveSession } from './drive-session.js';

/** Sessions that run concurrently. They take no slots from executions, so a tool that an assistant waits for always gets one. */
const atOnce = 20;

/** Runs the sessions of assistants. */
export function startAssistants(context: WorkContext, worker: ClaimingWorker): Watch {
  const { db, log, now } = context.services;
  return watchClaims({
    ...worker,
    channel: 'agent_sessions',
    what: 'assistant sessions',
    log,
    now,
    atOnce,
    sql: db.pool,
    due: claimedSessions,
    claim: (claimant) => claimSessions(db.pool, claimant),
    idOf: ({ id }) => id,
    workspaceOf: ({ workspaceId }) => workspaceId,
    work: (session, signal) => driveSession(context, session, signal),
  });
}
