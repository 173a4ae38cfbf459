import { tableOf, typed } from '../../../platform/database/typed-sql.js';
import { notFound } from '../../../platform/errors/errors.js';
import { requireId, type Scope } from '../../../platform/graphql/context.js';
import { createRecord, type InputOf, readRow } from '../../../platform/records/index.js';
import { type Webhook, type WebhookRow, webhooks } from './webhook.record.js';
import { createSecret, overlapMs, secretContext } from './webhook-secret.js';

/** A webhook with its secret, which no other answer contains. */
export type SecretWebhook = Webhook & { secret: string };

/** Creates a webhook and its secret. @throws AppError VALIDATION_FAILED, also if the workspace has too many */
export async function createWebhook(scope: Scope, input: InputOf<typeof webhooks.fields>): Promise<SecretWebhook> {
  const secret = createSecret();
  return { ...(await createRecord(scope, webhooks, input, { secret })), secret };
}

/**
 * Replaces the secret of a webhook. For 24 hours requests have signatures with both, so that the receiver can change it
 * without missing any.
 * @throws AppError NOT_FOUND
 */
export async function rotateWebhookSecret(scope: Scope, webhookId: string): Promise<SecretWebhook> {
  const { workspaceId, services } = scope;
  const id = requireId(webhookId, 'webhook');
  const secret = createSecret();
  const encryptedSecret = await services.vault.encrypt(workspaceId, secret, secretContext(id));
  const at = services.now();
  const previousSecretUntil = new Date(at.getTime() + overlapMs);
  const webhook = await scope.transaction(async (sql) => {
    await typed(sql, 'rotate_webhook_secret', tableOf<WebhookRow>()('webhooks'))
      .updateTable('webhooks')
      .set(({ ref }) => ({
        encryptedSecret,
        encryptedPreviousSecret: ref('encryptedSecret'),
        previousSecretUntil,
        updatedAt: at,
      }))
      .where('workspaceId', '=', workspaceId)
      .where('id', '=', id)
      .execute();
    return readRow<Webhook>(sql, webhooks, { workspaceId, id });
  });
  if (!webhook) throw notFound('webhook');
  scope.changes.add({ ids: [id], before: {}, after: { previousSecretUntil } });
  return { ...webhook, secret };
}
