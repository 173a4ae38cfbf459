import type { Listener } from '../../platform/database/listener.js';
import { watchClaims } from '../../platform/watch-claims.js';
import type { Watch } from '../../platform/watch-due.js';
import { claimEnrollments } from './claim-enrollments.js';
import { type FollowUpDeps, fireStep } from './fire-step.js';

/** Steps done side by side. */
const atOnce = 20;

const nextText = `/* next_follow_up */ select extract(epoch from min(greatest(due_at, claimed_until))) * 1000 as "dueMs"
  from follow_up_enrollments where due_at is not null`;

/** Does the steps of enrolments when their time comes. */
export function startFollowUps(deps: FollowUpDeps, listener: Listener): Watch {
  const { db, log, now } = deps.services;
  return watchClaims({
    ...{ listener, channel: 'follow_ups', what: 'follow-ups', log, now, atOnce },
    claim: (limit) => claimEnrollments(db.pool, now(), limit),
    work: (due) => fireStep(deps, due),
    async nextDue() {
      const { rows } = await db.pool.query<{ dueMs: string | null }>(nextText);
      return rows[0]?.dueMs ? Number(rows[0].dueMs) : null;
    },
  });
}
