import { readOpenExecutions } from '../../app/open-executions.js';
import { countedAtMost } from '../../platform/work/queues.js';
import { columns, defineCommand, type Group } from '../command.js';
import { readWorkers } from '../doctor/read-workers.js';
import { withDatabase } from '../open-database.js';

const status = defineCommand({
  name: 'queue status',
  summary: 'Show the executions that have not ended, and the workers',
  notes: `Counts each state up to ${countedAtMost}.`,
  examples: ['queue status', 'queue status --json'],
  run: (context) =>
    withDatabase(context, async (pool) => {
      const { queued, claimed, waiting, oldest } = await readOpenExecutions(pool);
      const workers = await readWorkers(pool);
      return {
        data: { executions: { queued, claimed, waiting, oldestQueuedSeconds: oldest }, workers },
        lines: columns([
          ['queued', `${queued}${queued > 0 ? `, the oldest for ${Math.round(oldest)} s` : ''}`],
          ['claimed by a worker', claimed],
          ['waiting', waiting],
          ['workers', workers],
        ]),
      };
    }),
});

/** Shows the queue of executions. */
export const queue: Group = { name: 'queue', summary: 'Show the queue of executions', commands: [status] };
