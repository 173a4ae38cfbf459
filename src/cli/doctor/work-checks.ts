import { setTimeout as delay } from 'node:timers/promises';
import { readOpenExecutions } from '../../app/open-executions.js';
import { readBackupAge } from '../../platform/backup/index.js';
import type { Sql } from '../../platform/database/sql.js';
import { fromNow, typed } from '../../platform/database/typed-sql.js';
import { type OldestWriter, oldestWriter } from '../../platform/feed/index.js';
import { outgoingMails } from '../../platform/mail/outgoing-mail.entity.js';
import { countOf } from '../amounts.js';
import { type Check, type Finding, ok, skipped, warning } from './check.js';
import type { DatabaseSubject } from './database-checks.js';
import { readWorkers } from './read-workers.js';

/** How old the last backup is. */
const backupCheck: Check<Pick<DatabaseSubject, 'pool' | 'config'>> = { name: 'backup', examine };

async function examine({ pool, config }: Pick<DatabaseSubject, 'pool' | 'config'>): Promise<Finding> {
  const age = await readBackupAge(pool, config.backupMaxAgeHours);
  if (!age) return skipped('No backup was made. Set BACKUP_MAX_AGE_HOURS to be warned about that.');
  const { lastAt, seconds, maxSeconds } = age;
  const message = lastAt
    ? `The last backup is of ${lastAt.toISOString()}, ${inHours(seconds)} ago.`
    : `No backup was made since the database was created ${inHours(seconds)} ago.`;
  if (seconds <= maxSeconds) return ok(message);
  return warning(
    `${message} The limit is ${countOf(maxSeconds / 3_600, 'hour')}.`,
    'Run workspace-automation backup, and see why its schedule did not.',
  );
}

function inHours(seconds: number): string {
  const hours = Math.floor(seconds / 3_600);
  return hours === 0 ? 'less than an hour' : countOf(hours, 'hour');
}

/** Seconds from which a wait is reported. */
const late = { queue: 60, eventLog: 5, mail: 300 };

/** The work of the server. */
export const workChecks: readonly Check<DatabaseSubject>[] = [
  backupCheck,
  {
    name: 'queue',
    async examine({ pool }) {
      const { queued, claimed, oldest } = await readOpenExecutions(pool);
      const workers = await readWorkers(pool);
      const message = `${countOf(queued, 'execution is', 'executions are')} queued, ${claimed} claimed; ${countOf(workers, 'worker is', 'workers are')} alive.`;
      if (queued === 0 || oldest < late.queue) return ok(message);
      const waits = `${message} The oldest waits for ${Math.round(oldest)} s.`;
      return workers === 0
        ? warning(waits, 'Start a process with ROLE=worker or ROLE=all.')
        : warning(waits, 'Start more workers, or raise WORKER_CONCURRENCY and the quotas of the workspace.');
    },
  },
  eventLogCheck(late.eventLog),
  {
    name: 'mail',
    async examine({ pool, config }) {
      const { count, age } = await waitingMails(pool);
      const message = `${countOf(count, 'mail waits', 'mails wait')} to be sent.`;
      if (!age || age < late.mail) return ok(message);
      const cure = config.providers.smtp ? 'Check the mail server, and that a worker runs.' : 'Set SMTP_URL.';
      return warning(`${message} The oldest waits for ${Math.round(age)} s.`, cure);
    },
  },
];

/** How many mails wait, up to 10,000, and for how many seconds the first. */
async function waitingMails(sql: Sql): Promise<{ count: number; age: number }> {
  const { count, since, now } = await typed(sql, 'waiting_mails', outgoingMails)
    .selectFrom((from) => from.selectFrom('mail_outbox').select('createdAt').limit(10_000).as('m'))
    .select(({ fn }) => [fn.countAll().as('count'), fn.min('createdAt').as('since'), fromNow(0).as('now')])
    .executeTakeFirstOrThrow();
  return { count: Number(count), age: since ? (new Date(now).getTime() - new Date(since).getTime()) / 1_000 : 0 };
}

/**
 * Events are shown in the order of transactions, so the oldest one that writes holds back all later ones.
 * @param lateSeconds the lag that is reported
 */
export function eventLogCheck(lateSeconds: number): Check<DatabaseSubject> {
  return {
    name: 'event_log',
    async examine({ pool }) {
      const writer = await oldestWriter(pool);
      const lag = writer ? (writer.seconds ?? (await lagOfHidden(pool, writer, lateSeconds))) : 0;
      if (!writer || lag < lateSeconds) return ok(`The event log lags by ${lag.toFixed(1)} s.`);
      const { pid, database, role, application, state } = writer;
      return warning(
        `The event log lags by ${writer.seconds === null ? 'at least ' : ''}${Math.round(lag)} s: the transaction of pid ${pid} is open (${[application || 'no name', `${role} in ${database}`, state ?? 'state hidden'].join(', ')}).`,
        `End that transaction, or terminate it: select pg_terminate_backend(${pid})`,
      );
    },
  };
}

/** The time of another role's transaction is hidden: it is late if it is still open after that time. */
async function lagOfHidden(pool: Sql, { xid }: OldestWriter, seconds: number): Promise<number> {
  await delay(seconds * 1_000);
  return (await oldestWriter(pool))?.xid === xid ? seconds : 0;
}
