import { z } from 'zod';
import type { Services } from '../../../../platform/services.js';
import { providerSettings } from '../../../accounts/secrets/index.js';
import { WebhookRequest, type WebhookRequestInput } from '../../../automation/executions/index.js';
import { isEqual, notTheProvider } from '../check-provider.js';
import { receiveMessage } from '../conversations/receive-message.js';
import { findWriter } from '../outbox/store-delivery-state.js';
import { receiveState } from '../receive-state.js';
import { isSignedByMeta } from './meta-signature.js';
import { stateOfWhatsapp } from './whatsapp-states.js';
import { textOfWhatsapp, whatsappMessage } from './whatsapp-text.js';

const status = z.object({
  id: z.string(),
  status: z.string(),
  errors: z
    .array(z.object({ code: z.number().optional(), title: z.string().optional(), message: z.string().optional() }))
    .default([]),
});
const contact = z.object({ wa_id: z.string(), profile: z.object({ name: z.string().optional() }).optional() });
const value = z.object({
  metadata: z.object({ phone_number_id: z.string() }),
  contacts: z.array(contact).default([]),
  messages: z.array(whatsappMessage).default([]),
  statuses: z.array(status).default([]),
});
const change = z.object({ field: z.string(), value: z.unknown() });
const body = z.object({ entry: z.array(z.object({ changes: z.array(change) })) });

/**
 * Hears from WhatsApp's Cloud API what became of messages, and what contacts wrote. Kinds of news that are not known are
 * passed over.
 * @param workspaceId whose own app it is; null for the server's
 * @throws AppError INVALID_TOKEN without the signature of the app
 */
export async function receiveWhatsapp(
  services: Services,
  workspaceId: string | null,
  request: WebhookRequestInput,
): Promise<void> {
  const settings = await services.get(providerSettings)('whatsapp', workspaceId);
  const sent = new WebhookRequest(request);
  const signature = sent.header('x-hub-signature-256') ?? '';
  if (!settings?.appSecret || !isSignedByMeta(settings.appSecret, sent.bytes, signature)) throw notTheProvider();
  const reported = body.safeParse(sent.data());
  const news = reported.success ? reported.data.entry.flatMap(({ changes }) => changes) : [];
  for (const { field, value: raw } of news) {
    const read = field === 'messages' ? value.safeParse(raw) : null;
    if (!read?.success) continue;
    for (const { id, status, errors } of read.data.statuses) {
      const state = stateOfWhatsapp(status, errors);
      if (state) await receiveState(services, workspaceId, { channel: 'whatsapp', messageId: id }, state);
    }
    // An app may have several numbers, of which this is one.
    if (read.data.metadata.phone_number_id === settings.phoneNumberId) await receive(services, workspaceId, read.data);
  }
}

async function receive(
  services: Services,
  own: string | null,
  { messages, contacts }: z.infer<typeof value>,
): Promise<void> {
  for (const message of messages) {
    const from = `+${message.from.replace(/^\+/, '')}`;
    const workspaceId = own ?? (await findWriter(services.db.pool, 'whatsapp', from));
    const name = contacts.find(({ wa_id }) => wa_id === message.from)?.profile?.name ?? null;
    const text = textOfWhatsapp(message);
    if (!workspaceId || text === null) continue;
    await receiveMessage(services, { workspaceId, channel: 'whatsapp', messageId: message.id, from, name, text });
  }
}

/** The handshake by which Meta makes sure of an address. */
export interface Challenge {
  mode: string;
  verifyToken: string;
  challenge: string;
}

/** What Meta is to be answered. @throws AppError INVALID_TOKEN where it does not know the verify token */
export async function answerChallenge(
  services: Services,
  workspaceId: string | null,
  { mode, verifyToken, challenge }: Challenge,
): Promise<string> {
  const right = (await services.get(providerSettings)('whatsapp', workspaceId))?.verifyToken;
  if (!right || mode !== 'subscribe' || !isEqual(right, verifyToken)) throw notTheProvider();
  return challenge;
}
