import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Sql } from '../../../../platform/database/database.js';
import type { Listener } from '../../../../platform/database/listener.js';
import { statement } from '../../../../platform/database/statement.js';
import { defineService } from '../../../../platform/define-service.js';
import type { ExecutionKey } from '../store/execution-store.js';

/** One caller's wait for the end of an execution. */
export interface EndWatch {
  /** Resolves once the execution has ended, responded or was deleted. Never rejects. */
  ended: Promise<void>;
  /** Stops waiting. */
  stop(): void;
}

/** Reports the ends of executions to callers in this process. Holds no connection while idle. */
export interface ExecutionEnds {
  /**
   * The execution's end is reported from now on; one that happened before is reported as well.
   * @param orResponse whether a response of the flow to its caller counts as well
   */
  watch(key: ExecutionKey, orResponse?: boolean): EndWatch;
  close(): void;
}

/** The ends of executions, for callers that wait for them. */
export const executionEnds = defineService(
  'execution ends',
  ({ db, listener, log }) => createExecutionEnds(db.pool, listener, log),
  (ends) => ends.close(),
);

/** Executions that one statement checks. */
const runsAtOnce = 1_000;
/** Milliseconds between two reads: at least, after a failure, and at most, in case a notification was lost. */
const pauseMs = { least: 5, afterFailure: 1_000, most: 1_000 };

// Hot, and for many executions at once: callers of webhooks wait for it.
const text = `/* ended_runs */ select k.n::integer
  from unnest($1::uuid[], $2::uuid[], $3::boolean[]) with ordinality as k(workspace_id, id, or_response, n)
  where not exists (select from executions e where e.workspace_id = k.workspace_id and e.id = k.id and e.status = 'running')
    or k.or_response and exists (select from execution_steps s where s.workspace_id = k.workspace_id
      and s.execution_id = k.id and s.node_type = 'webhook.respond' and s.status = 'completed' and s.attempt > 0)`;

/**
 * Reads the rows of the awaited executions, all in one statement for each wake-up. The status of a
 * row needs no position in the event log: see docs/decisions/live-feeds.md.
 */
function createExecutionEnds(sql: Sql, listener: Listener, log: Logger): ExecutionEnds {
  const watched = new Map<symbol, { key: ExecutionKey; orResponse: boolean; report: () => void }>();
  let looking = false;
  let again = false;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  const stopListening = listener.on('execution_events', wake);

  function wake(): void {
    again = true;
    clearTimeout(timer);
    if (looking || closed || watched.size === 0) return;
    looking = true;
    void lookOn().finally(() => {
      looking = false;
      if (closed || watched.size === 0) return;
      if (again) wake();
      else timer = setTimeout(wake, pauseMs.most).unref();
    });
  }

  async function lookOn(): Promise<void> {
    while (again && !closed && watched.size > 0) {
      again = false;
      const pause = await lookOnce().catch((error: Error) => {
        log.warn({ err: error }, 'reading the ends of executions failed; retrying');
        again = true;
        return pauseMs.afterFailure;
      });
      await delay(pause, undefined, { ref: false });
    }
  }

  /** @returns milliseconds until the next read may begin */
  async function lookOnce(): Promise<number> {
    const all = [...watched.values()];
    for (let from = 0; from < all.length; from += runsAtOnce) {
      const some = all.slice(from, from + runsAtOnce);
      const ids = [some.map(({ key }) => key.workspaceId), some.map(({ key }) => key.executionId)];
      const values = [...ids, some.map(({ orResponse }) => orResponse)];
      const { rows } = await sql.query<{ n: number }>(statement(text, values));
      for (const { n } of rows) some[n - 1]?.report();
    }
    return pauseMs.least;
  }

  return {
    watch(key, orResponse = false) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const watch = Symbol('watch');
      const stop = () => void watched.delete(watch);
      watched.set(watch, {
        key,
        orResponse,
        report: () => {
          stop();
          resolve();
        },
      });
      if (watched.size === 1 && !looking) timer = setTimeout(wake, pauseMs.most).unref();
      return { ended: promise, stop };
    },
    close() {
      closed = true;
      stopListening();
      clearTimeout(timer);
    },
  };
}
