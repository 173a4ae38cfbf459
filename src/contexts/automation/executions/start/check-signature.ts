import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../../../platform/errors/errors.js';
import type { Services } from '../../../../platform/services.js';
import type { WebhookRequest } from '../../../../rest/webhook-request.js';
import { secretContext } from '../../../accounts/secrets/index.js';
import type { WebhookFlow } from '../../flows/index.js';

const usualHeader = 'x-signature';

/**
 * Accepts a call if its flow requires no signature, or if the call carries the HMAC-SHA256 of its raw body in
 * lower-case hex, with or without the prefix `sha256=`.
 * @throws AppError INVALID_TOKEN
 */
export async function checkSignature(
  { vault, log }: Pick<Services, 'vault' | 'log'>,
  flow: WebhookFlow,
  request: WebhookRequest | null,
): Promise<void> {
  const auth = flow.settings.triggerConfig.auth as { type?: string; header?: string } | undefined;
  if (auth?.type !== 'hmac') return;
  const header = auth.header ?? usualHeader;
  const given = /^(?:sha256=)?([0-9a-f]{64})$/.exec(request?.header(header)?.trim() ?? '')?.[1];
  if (!request || !given) {
    throw refused(`A signature is required: the HMAC-SHA256 of the body in lower-case hex, in the header ${header}.`);
  }
  if (!flow.signing) {
    log.warn({ workspaceId: flow.workspaceId, flowId: flow.id }, 'signing secret of a webhook not found');
    throw refused('The signing secret of this webhook was not found. Create it in the vault again.');
  }
  const secret = await vault.open(flow.workspaceId, flow.signing.encryptedValue, secretContext(flow.signing));
  const expected = createHmac('sha256', secret).update(request.bytes).digest();
  if (!timingSafeEqual(expected, Buffer.from(given, 'hex'))) {
    throw refused(
      `The signature in ${header} does not match the body. Sign the exact bytes of the body with the shared secret.`,
    );
  }
}

function refused(message: string): AppError {
  return new AppError('INVALID_TOKEN', message);
}
