import { typed } from '../../../platform/database/typed-sql.js';
import type { ClaimingWorker } from '../../../platform/work/watch-claims.js';
import { type Watch, watchDue } from '../../../platform/work/watch-due.js';
import type { WorkContext } from '../../module.js';
import { flowTriggers } from '../flows/index.js';
import { type ClaimedPoll, claimPolls, pollingTypes, pollSeconds } from './claim-polls.js';
import { performPoll } from './perform-poll.js';
import { settlePoll } from './settle-poll.js';

/** Polls in progress: of one workspace, whose sources may be slow, and of all. */
const atOnce = { workspace: 3, all: 20 };

/** Polls the sources of active triggers when they are due. */
export function startPoller({ services }: WorkContext, { listener }: ClaimingWorker): Watch {
  const { db, log, now } = services;
  const stopping = new AbortController();
  const open = new Map<string, { workspaceId: string; ended: Promise<void> }>();

  const busy = () => {
    const counts = Map.groupBy(open.values(), ({ workspaceId }) => workspaceId);
    return [...counts].filter(([, polls]) => polls.length >= atOnce.workspace).map(([workspaceId]) => workspaceId);
  };

  async function work(claimed: ClaimedPoll): Promise<void> {
    try {
      const timeout = AbortSignal.timeout(pollSeconds * 1_000);
      const end = await performPoll(services, claimed, { stopping: stopping.signal, timeout });
      if (!stopping.signal.aborted) await settlePoll(services, claimed, end);
    } catch (error) {
      // Its lease ends, and it is polled again.
      log.error({ err: error, workspaceId: claimed.workspaceId, flowId: claimed.flowId }, 'a poll was interrupted');
    } finally {
      open.delete(claimed.id);
      watch.wake();
    }
  }

  const watch = watchDue({
    listener,
    channel: 'flow_polls',
    what: 'polls',
    log,
    now,
    async fire() {
      const free = atOnce.all - open.size;
      if (free <= 0) return 0;
      // One by one, so that no workspace gets more than its share.
      const claimed = await claimPolls(db.pool, busy(), 1);
      for (const poll of claimed) open.set(poll.id, { workspaceId: poll.workspaceId, ended: work(poll) });
      return claimed.length;
    },
    async nextDue() {
      if (open.size >= atOnce.all) return null;
      const full = busy();
      const next = await typed(db.pool, 'next_poll', flowTriggers)
        .selectFrom('flow_triggers')
        .select(({ fn }) => fn.min('dueAt').as('dueAt'))
        .where('dueAt', 'is not', null)
        .where('type', 'in', pollingTypes as 'poll'[])
        .$if(full.length > 0, (query) => query.where('workspaceId', 'not in', full))
        .executeTakeFirst();
      return next?.dueAt ? new Date(next.dueAt).getTime() : null;
    },
  });
  return {
    wake: watch.wake,
    async stop() {
      await watch.stop();
      stopping.abort();
      await Promise.all([...open.values()].map(({ ended }) => ended));
    },
  };
}
