import type { DatabaseAccess, DatabaseAnswer, DatabaseSession, DatabaseStatement } from './database-access.js';
import { DatabaseError } from './database-error.js';
import type { Connect } from './open-socket.js';
import { type SessionLimits, Sessions } from './sessions.js';

/** The databases of workspaces. */
export interface Databases {
  /** @throws DatabaseError, OutboundError, or the signal's reason if it was aborted */
  run(access: DatabaseAccess, statement: DatabaseStatement, signal: AbortSignal): Promise<DatabaseAnswer>;
  /** Connects anew and asks for one value. @throws as `run` */
  test(access: DatabaseAccess, signal: AbortSignal): Promise<void>;
  close(): void;
}

const limits: SessionLimits = { ofConnection: 5, ofWorkspace: 15, idle: 30, idleMs: 30_000 };
const question: DatabaseStatement = { text: 'select 1', parameters: [], maxRows: 1, timeoutMs: 5_000, readOnly: false };

/** @param connect the checked network access: only it opens connections */
export function createDatabases(connect: Connect, given: Partial<SessionLimits> = {}): Databases {
  const open = (access: DatabaseAccess, signal: AbortSignal) => openSession(access, connect, signal);
  const sessions = new Sessions(open, { ...limits, ...given });
  return {
    run: async (access, statement, signal) => {
      const late = AbortSignal.timeout(statement.timeoutMs);
      const either = AbortSignal.any([signal, late]);
      const session = await sessions.take(access, either).catch((error: unknown) => {
        throw late.aborted && error === late.reason ? noSession() : error;
      });
      try {
        return await session.run(statement, signal);
      } finally {
        sessions.giveBack(access, session);
      }
    },
    test: async (access, signal) => {
      const session = await open(access, signal);
      try {
        await session.run(question, signal);
      } finally {
        session.end();
      }
    },
    close: () => sessions.close(),
  };
}

/** Each driver is loaded with its first database. */
async function openSession(access: DatabaseAccess, connect: Connect, signal: AbortSignal): Promise<DatabaseSession> {
  if (access.target.dialect === 'postgres') {
    const { openPostgres } = await import('./postgres-session.js');
    return openPostgres(access, connect, signal);
  }
  const { openMysql } = await import('./mysql-session.js');
  return openMysql(access, connect, signal);
}

function noSession(): DatabaseError {
  const message =
    'No connection to the database became free within timeoutMs. Run fewer steps at once, or raise timeoutMs.';
  return new DatabaseError('DATABASE_UNREACHABLE', message, true);
}
