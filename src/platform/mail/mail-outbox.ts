import type { Logger } from 'pino';
import type { Sql } from '../database/sql.js';
import { lit, typed } from '../database/typed-sql.js';
import { countOf, queue } from '../work/queues.js';
import { type Watch, type WatchOptions, watchDue } from '../work/watch-due.js';
import { MailError, type Mailer } from './mail.js';
import { outgoingMails } from './outgoing-mail.entity.js';

/** A mail that is queued in the transaction of the change that it reports. */
export interface QueuedMail {
  /** One address each; everyone gets a mail of their own. */
  to: readonly string[];
  subject: string;
  text: string;
}

const channel = 'mail_outbox';
queue('mail_outbox', {
  depth: countOf('from mail_outbox'),
  since: '(select min(created_at) from (select created_at from mail_outbox order by due_at limit 10000) m)',
});
/** Mails that one process sends at once: as many as it has connections to the mail server. */
const atOnce = 3;
/**
 * Minutes from the start of an attempt until the next one, which is also made by another process if the first one died. The
 * first is longer than an attempt can take; after the last one the mail is dropped.
 */
const minutes = [3, 10, 30, 120, 360, 720];

/** Queues a mail in the caller's transaction: it is sent at least once if that is committed, and not otherwise. */
export async function queueMail(
  sql: Sql,
  workspaceId: string,
  { to, subject, text }: QueuedMail,
  at: Date,
): Promise<void> {
  if (to.length === 0) return;
  await typed(sql, 'queue_mails', outgoingMails)
    .insertInto('mail_outbox')
    .values(to.map((recipient) => ({ workspaceId, recipient, subject, body: text, dueAt: at, createdAt: at })))
    .returning(lit(channel).as('notifies'))
    .execute();
}

interface TakenMail {
  workspaceId: string;
  id: string;
  recipient: string;
  subject: string;
  body: string;
  attempts: number;
}

/** The next attempt is set before this one, so that no mail is lost with a process. A claim of a batch, so not typed. */
const takeText = `/* take_mails */ update mail_outbox m set attempts = m.attempts + 1,
  due_at = $1::timestamptz + make_interval(mins => ($2::integer[])[least(m.attempts + 1, cardinality($2::integer[]))])
from (select workspace_id, id from mail_outbox where due_at <= $1 order by due_at limit ${atOnce} for update skip locked) d
where m.workspace_id = d.workspace_id and m.id = d.id
returning m.workspace_id as "workspaceId", m.id, m.recipient, m.subject, m.body, m.attempts`;

export interface MailOutboxOptions extends Pick<WatchOptions, 'listener' | 'log' | 'now'> {
  sql: Sql;
  mailer: Mailer;
  /** The host of the server, for the IDs of messages. */
  host: string;
}

/** Sends the queued mails until it is stopped. */
export function watchMailOutbox({ sql, mailer, host, ...watching }: MailOutboxOptions): Watch {
  const { log, now } = watching;
  return watchDue({
    ...watching,
    channel,
    what: 'mails',
    async fire() {
      const { rows } = await sql.query<TakenMail>(takeText, [now(), minutes]);
      await Promise.all(rows.map((mail) => sendMail(sql, mailer, host, mail, log)));
      return rows.length;
    },
    async nextDue() {
      const { dueAt } = await typed(sql, 'next_mail', outgoingMails)
        .selectFrom('mail_outbox')
        .select(({ fn }) => fn.min<Date | string | null>('dueAt').as('dueAt'))
        .executeTakeFirstOrThrow();
      return dueAt === null ? null : new Date(dueAt).getTime();
    },
  });
}

/** Makes one attempt. A mail that was sent, was refused for good, or has no attempt left is deleted. */
async function sendMail(sql: Sql, mailer: Mailer, host: string, mail: TakenMail, log: Logger): Promise<void> {
  const { workspaceId, id, recipient, subject, body, attempts } = mail;
  try {
    // The same ID in each attempt, so that the server of the recipient can recognize a repeated mail.
    await mailer.send({ to: recipient, subject, text: body, messageId: `<${id}@${host}>` });
  } catch (error) {
    const isLast = attempts >= minutes.length || (error instanceof MailError && !error.passing);
    const { message: reason } = error as Error;
    log.warn({ workspaceId, mailId: id, reason }, isLast ? 'a mail was not sent' : 'a mail could not be sent yet');
    if (!isLast) return;
  }
  await typed(sql, 'delete_mail', outgoingMails)
    .deleteFrom('mail_outbox')
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}
