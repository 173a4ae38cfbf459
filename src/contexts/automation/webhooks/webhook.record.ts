import { isDeepStrictEqual } from 'node:util';
import { ArrayMaxSize, ArrayNotEmpty, ArrayUnique, ValidateBy } from 'class-validator';
import { didYouMean } from '../../../engine/index.js';
import { principalId } from '../../../platform/access/principal.js';
import type { Sql } from '../../../platform/database/database.js';
import { claimColumns, column } from '../../../platform/database/mapping/columns.js';
import { tableOf, typed } from '../../../platform/database/typed-sql.js';
import type { ErrorDetail } from '../../../platform/errors/errors.js';
import { must } from '../../../platform/errors/violation-words.js';
import {
  defineRecord,
  encrypted,
  flag,
  initially,
  labels,
  longText,
  looseId,
  many,
  oneOf,
  type RowOf,
  readOnly,
  required,
  time,
  url,
} from '../../../platform/records/index.js';
import { lockPrincipal } from '../../accounts/members/index.js';
import { isWebhookEvent, requireReceivable, webhookEventKeywords, webhookEventNames } from './webhook-events.js';
import { secretContext } from './webhook-secret.js';

const mostWebhooks = 20;
const mostEvents = 50;

/** Why a webhook was switched off, not by a user. */
const disabledReasons = {
  failing: 'All attempts of three days have failed.',
  gone: 'The receiver answered 410 Gone.',
} as const;
export type DisabledReason = keyof typeof disabledReasons;

function EachWebhookEvent(): PropertyDecorator {
  return ValidateBy(
    { name: 'webhookEvent', validator: { validate: isWebhookEvent } },
    {
      each: true,
      message: ({ property, value }) =>
        unknownEvent(
          property,
          [value].flat().find((one) => !isWebhookEvent(one)),
        ),
      context: { keywords: webhookEventKeywords },
    },
  );
}

/** What is wrong with an event, and which there are. */
function unknownEvent(property: string, event: unknown): string {
  const meant = typeof event === 'string' ? didYouMean(event, webhookEventNames) : '';
  return `${property} must not contain ${JSON.stringify(event)}.${meant} Accepted are ${webhookEventNames.join(', ')}, custom.<name>, and * for all.`;
}

const eventRules = [
  ArrayNotEmpty({ message: `$property ${must.notBeEmpty}` }),
  ArrayMaxSize(mostEvents, { message: `$property ${must.haveAtMostEntries(mostEvents)}` }),
  EachWebhookEvent(),
  ArrayUnique({ message: `$property ${must.notHaveDuplicates}` }),
];

const fields = {
  url: required(url({ searched: true, description: 'Where events are sent by POST. Redirects are not followed.' })),
  events: required({
    ...labels({
      filtered: true,
      description:
        'The types of events to receive, for example `contact.created`; `custom.<name>` for events that callers publish, `*` for all that `runAs` may read.',
    }),
    rules: eventRules,
    limits: `1 to ${mostEvents} entries, without duplicates.`,
  }),
  description: initially('', longText(2_000, { searched: true })),
  isActive: initially(
    true,
    flag({
      filtered: true,
      description:
        'Whether it receives events. While false, no event is kept for it, and what was pending is cancelled.',
    }),
  ),
  runAs: readOnly(
    looseId({
      description:
        'The user or API key that switched it on, or changed its URL or events, last. It receives only events whose data they may read.',
    }),
  ),
  secret: readOnly(encrypted(100, ({ id }: { id: string }) => secretContext(id))),
  previousSecret: readOnly({ ...encrypted(100, ({ id }: { id: string }) => secretContext(id)), nullable: true }),
  disabledAt: readOnly(time({ description: 'When the server switched it off; null unless it did.' })),
  disabledReason: readOnly(
    oneOf(disabledReasons, {
      description:
        'Why the server switched it off: three days of failures, or because the receiver answered 410 Gone; null unless it did.',
    }),
  ),
  failingSince: readOnly(time({ description: 'Since when all attempts have failed; null after a success.' })),
  queueFullSince: readOnly(
    time({
      description: 'Since when events were not kept because too many were pending; null after the next success.',
    }),
  ),
};

export type Webhook = RowOf<typeof fields>;

/** A row of the table. */
export interface WebhookRow extends Omit<Webhook, 'secret' | 'previousSecret'> {
  encryptedSecret: string;
  encryptedPreviousSecret: string | null;
  previousSecretUntil: Date | null;
  failures: number;
  retryAt: Date | null;
}

export const webhooks = defineRecord({
  name: 'Webhook',
  plural: 'Webhooks',
  description: 'An address that receives events of the workspace by signed HTTP requests.',
  table: 'webhooks',
  routes: {
    list: 'GET /webhooks',
    find: 'GET /webhooks/:webhookId',
    update: 'PATCH /webhooks/:webhookId',
    delete: 'DELETE /webhooks/:webhookId',
  },
  examples: {
    update: { events: ['contact.created', 'contact.deleted', 'custom.order_paid'] },
  },
  capability: 'webhooks',
  period: null,
  indexed: false,
  notes: {
    update: 'Switching it off cancels what is pending; switching it on again forgets its failures',
    delete: 'Its deliveries are deleted too',
  },
  fields,
  relations: { deliveries: many('WebhookDelivery', 'webhookId') },
  columns: {
    ...claimColumns(),
    previousSecretUntil: column.time().nullable(),
    failures: column.integer().default(0),
    retryAt: column.time().nullable(),
    servedAt: column.time().nullable(),
  },
  check: async (sql, { workspaceId }, _webhook, before) => (before ? [] : limitViolations(sql, workspaceId)),
  derive({ isActive }, before) {
    if (before?.isActive || !isActive) return {};
    return { disabledAt: null, disabledReason: null, failingSince: null, queueFullSince: null };
  },
  answer: {
    lock: lockPrincipal,
    values(scope, row, before, sent) {
      if (!scope.principal || !isAnswerable(row, before, sent)) return {};
      if (scope.access) requireReceivable(scope.access, row.events);
      return { runAs: principalId(scope.principal) };
    },
  },
  async written(sql, _scope, { before, after, at }) {
    if (!before || !after) return;
    if (before.isActive !== after.isActive) await cancelPending(sql, after, at);
    if (before.url !== after.url || before.isActive !== after.isActive) await forgetFailures(sql, after);
  },
});

/** Whether a save decides where events go or which ones: who does it answers for that. */
function isAnswerable(row: Webhook, before: Webhook | null, sent: { isActive?: unknown }): boolean {
  if (!before || (sent.isActive === true && row.isActive)) return true;
  return row.url !== before.url || !isDeepStrictEqual(row.events, before.events);
}

/** Nothing is kept for a webhook that is switched off: its pending deliveries, thousands at most, end. */
export async function cancelPending(sql: Sql, { workspaceId, id }: Pick<Webhook, 'workspaceId' | 'id'>, at: Date) {
  const text = `/* cancel_webhook_deliveries */ update webhook_deliveries
    set status = 'cancelled', due_at = null, finished_at = $3, updated_at = $3
    where workspace_id = $1 and webhook_id = $2 and due_at is not null`;
  await sql.query(text, [workspaceId, id, at]);
}

/** The next delivery is tried at once. Changes the row and notifies in one statement. */
async function forgetFailures(sql: Sql, { workspaceId, id }: Webhook): Promise<void> {
  const text = `/* forget_webhook_failures */ with woken as (
      update webhooks set failures = 0, retry_at = null where workspace_id = $1 and id = $2
    ) select 'webhook_deliveries' as notifies`;
  await sql.query(text, [workspaceId, id]);
}

/** At most 20, because each event is compared with all of them. */
async function limitViolations(sql: Sql, workspaceId: string): Promise<ErrorDetail[]> {
  const { count } = await typed(sql, 'count_webhooks', tableOf<Webhook>()('webhooks'))
    .selectFrom('webhooks')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('workspaceId', '=', workspaceId)
    .executeTakeFirstOrThrow();
  if (Number(count) < mostWebhooks) return [];
  const message = `A workspace can have at most ${mostWebhooks} webhooks. Delete one first.`;
  return [{ field: 'url', rule: 'LIMIT_REACHED', message }];
}
