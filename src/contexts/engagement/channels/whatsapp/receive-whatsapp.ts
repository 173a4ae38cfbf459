import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { WebhookRequestInput } from '../../../../platform/graphql/webhook-request.input.js';
import type { Services } from '../../../../platform/services.js';
import { equalTexts } from '../../../../platform/signatures/equal-texts.js';
import { WebhookRequest } from '../../../../rest/webhook-request.js';
import { providerSettings } from '../../../accounts/secrets/index.js';
import { invalidCallback } from '../check-provider.js';
import type { DeliveryErrorCode } from '../outbox/delivery-errors.js';
import type { LastState } from '../outbox/store-delivery-state.js';
import { receiveMessage } from '../receive-message.js';
import { receiveState } from '../receive-state.js';
import { mediaOfWhatsapp, textOfWhatsapp, whatsappMessage } from './whatsapp-text.js';

/** Error codes of WhatsApp. */
const whatsappReasons: Readonly<Record<number, DeliveryErrorCode>> = {
  131026: 'UNREACHABLE',
  131047: 'WINDOW_CLOSED',
  131049: 'FILTERED',
  131050: 'OPTED_OUT',
};

interface WhatsappError {
  code?: number | undefined;
  title?: string | undefined;
  message?: string | undefined;
}

/** The final state for a status of WhatsApp; null for a status that is not final or not known. */
function stateOfWhatsapp(status: string, [error]: readonly WhatsappError[]): LastState | null {
  if (status === 'delivered' || status === 'read') return { status: 'delivered', error: null };
  if (status !== 'failed') return null;
  const text = (error?.title ?? error?.message ?? 'WhatsApp did not deliver the message.').slice(0, 500);
  const code = whatsappReasons[error?.code ?? 0] ?? 'UNDELIVERED';
  return { status: 'failed', error: { code, message: error?.code ? `${text} (WhatsApp ${error.code})` : text } };
}

const status = z.object({
  id: z.string(),
  status: z.string(),
  errors: z
    .array(z.object({ code: z.number().optional(), title: z.string().optional(), message: z.string().optional() }))
    .default([]),
});
const contact = z.object({ wa_id: z.string(), profile: z.object({ name: z.string().optional() }).optional() });
const value = z.object({
  metadata: z.object({ phone_number_id: z.string(), display_phone_number: z.string().optional() }),
  contacts: z.array(contact).default([]),
  messages: z.array(whatsappMessage).default([]),
  statuses: z.array(status).default([]),
});
const change = z.object({ field: z.string(), value: z.unknown() });
const body = z.object({ entry: z.array(z.object({ changes: z.array(change) })) });

/**
 * Receives delivery statuses and inbound messages from the WhatsApp Cloud API. Unknown kinds of changes are ignored.
 * @param workspaceId the workspace whose own app it is; null for the server's app
 * @throws AppError INVALID_TOKEN if the request is not signed by the app
 */
export async function receiveWhatsapp(
  services: Services,
  workspaceId: string | null,
  request: WebhookRequestInput,
): Promise<void> {
  const settings = await services.get(providerSettings)('whatsapp', workspaceId);
  const sent = new WebhookRequest(request);
  const signature = sent.header('x-hub-signature-256') ?? '';
  if (!settings?.appSecret || !isSignedByMeta(settings.appSecret, sent.bytes, signature)) throw invalidCallback();
  const parsed = body.safeParse(await sent.data((text) => services.json.parse(text, workspaceId ?? 'server')));
  const changes = parsed.success ? parsed.data.entry.flatMap((entry) => entry.changes) : [];
  for (const { field, value: raw } of changes) {
    const message = field === 'messages' ? value.safeParse(raw) : null;
    if (!message?.success) continue;
    for (const { id, status, errors } of message.data.statuses) {
      const state = stateOfWhatsapp(status, errors);
      if (state) await receiveState(services, workspaceId, { channel: 'whatsapp', messageId: id }, state);
    }
    // An app may have several numbers; only messages to the configured one are received.
    if (message.data.metadata.phone_number_id === settings.phoneNumberId)
      await receive(services, workspaceId, message.data);
  }
}

async function receive(
  services: Services,
  ownWorkspaceId: string | null,
  { messages, contacts, metadata }: z.infer<typeof value>,
): Promise<void> {
  for (const message of messages) {
    const from = `+${message.from.replace(/^\+/, '')}`;
    const name = contacts.find(({ wa_id }) => wa_id === message.from)?.profile?.name ?? null;
    const text = textOfWhatsapp(message);
    if (text === null) continue;
    await receiveMessage(services, {
      ownWorkspaceId,
      channel: 'whatsapp',
      messageId: message.id,
      replyTo: message.context?.id,
      from,
      to: metadata.display_phone_number ?? null,
      name,
      text,
      media: mediaOfWhatsapp(message),
    });
  }
}

/** The request by which Meta verifies a callback URL. */
export interface Challenge {
  mode: string;
  verifyToken: string;
  challenge: string;
}

/** The response to Meta's verification request. @throws AppError INVALID_TOKEN if the verify token is wrong */
export async function answerChallenge(
  services: Services,
  workspaceId: string | null,
  { mode, verifyToken, challenge }: Challenge,
): Promise<string> {
  const expected = (await services.get(providerSettings)('whatsapp', workspaceId))?.verifyToken;
  if (!expected || mode !== 'subscribe' || !equalTexts(expected, verifyToken)) throw invalidCallback();
  return challenge;
}

/** Whether Meta signed a body: HMAC-SHA256 of its bytes, keyed by the app secret, in hex after `sha256=`. */
function isSignedByMeta(appSecret: string, body: Uint8Array, signature: string): boolean {
  return equalTexts(`sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`, signature);
}
