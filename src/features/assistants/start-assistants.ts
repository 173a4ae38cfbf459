import type { Listener } from '../../platform/database/listener.js';
import { watchClaims } from '../../platform/watch-claims.js';
import type { Watch } from '../../platform/watch-due.js';
import { claimSessions } from './claim-sessions.js';
import { type AssistantDeps, driveSession } from './drive-session.js';

/** Sessions at work side by side. They take no places from runs: a tool that an assistant waits for always finds one. */
const atOnce = 20;

const nextText = `/* next_session */ select extract(epoch from min(greatest(due_at, claimed_until))) * 1000 as "dueMs"
  from agent_sessions where due_at is not null`;

/** Lets assistants work on what they are asked. */
export function startAssistants(deps: AssistantDeps, listener: Listener): Watch {
  const { db, log, now } = deps.services;
  return watchClaims({
    ...{ listener, channel: 'agent_sessions', what: 'assistants', log, now, atOnce },
    claim: (limit) => claimSessions(db.pool, now(), limit),
    work: (session, signal) => driveSession(deps, session, signal),
    async nextDue() {
      const { rows } = await db.pool.query<{ dueMs: string | null }>(nextText);
      return rows[0]?.dueMs ? Number(rows[0].dueMs) : null;
    },
  });
}
