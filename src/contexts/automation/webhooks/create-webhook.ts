import { notFound } from '../../../platform/errors/errors.js';
import { requireId, type Scope } from '../../../platform/graphql/context.js';
import { createRecord, type InputOf, readRow } from '../../../platform/records/index.js';
import { type Webhook, webhooks } from './webhook.record.js';
import { createSecret, overlapMs, secretContext } from './webhook-secret.js';

/** A webhook with its secret, which no other answer contains. */
export type SecretWebhook = Webhook & { secret: string };

/** Creates a webhook and its secret. @throws AppError VALIDATION_FAILED, also if the workspace has too many */
export async function createWebhook(scope: Scope, input: InputOf<typeof webhooks.fields>): Promise<SecretWebhook> {
  const secret = createSecret();
  return { ...(await createRecord(scope, webhooks, input, { secret })), secret };
}

const rotateText = `/* rotate_webhook_secret */ update webhooks set encrypted_secret = $3,
  encrypted_previous_secret = encrypted_secret, previous_secret_until = $4, updated_at = $5
where workspace_id = $1 and id = $2`;

/**
 * Replaces the secret of a webhook. For 24 hours requests have signatures with both, so that the receiver can change it
 * without missing any.
 * @throws AppError NOT_FOUND
 */
export async function rotateWebhookSecret(scope: Scope, webhookId: string): Promise<SecretWebhook> {
  const { workspaceId, services } = scope;
  const id = requireId(webhookId, 'webhook');
  const secret = createSecret();
  const encrypted = await services.vault.encrypt(workspaceId, secret, secretContext(id));
  const at = services.now();
  const webhook = await scope.transaction(async (sql) => {
    await sql.query(rotateText, [workspaceId, id, encrypted, new Date(at.getTime() + overlapMs), at]);
    return readRow<Webhook>(sql, webhooks, { workspaceId, id });
  });
  if (!webhook) throw notFound('webhook');
  scope.changes.add({ ids: [id], before: {}, after: { previousSecretUntil: new Date(at.getTime() + overlapMs) } });
  return { ...webhook, secret };
}
