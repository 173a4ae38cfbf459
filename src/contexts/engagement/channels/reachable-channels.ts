import { type Choice, notConfigured } from '../../../platform/providers/choose-provider.js';
import { ProviderError } from '../../../platform/providers/provider-error.js';
import type { Channel } from '../../crm/definitions/index.js';
import type { WorkContext } from '../../module.js';

/** The channels on which a message can be sent to an address, in order of preference. */
const sent = [
  { channel: 'whatsapp', provider: 'whatsapp', address: 'phone' },
  { channel: 'sms', provider: 'twilio', address: 'phone' },
  { channel: 'email', provider: 'smtp', address: 'email' },
] as const;

/** What of a contact decides how they can be reached. */
export interface Reachable {
  email: string | null;
  phone: string | null;
}

/** Which channels can be used in a workspace. */
export interface Reach {
  /** The channels on which a contact can be reached, the preferred one first. */
  channelsTo(contact: Reachable): Channel[];
  /** The error if there is none. */
  unreachable(contact: Reachable): ProviderError;
}

/** Reads on which channels a workspace can send: the configured ones, or any in the sandbox if none reaches the contact. */
export async function readReach(
  { providers, sandbox }: Pick<WorkContext, 'providers' | 'sandbox'>,
  workspaceId: string,
): Promise<Reach> {
  const configured = new Set<Channel>();
  for (const { channel, provider } of sent) {
    const choice = await providers.choose(provider, workspaceId).catch(noneIfInvalid);
    if (choice && (provider !== 'twilio' || (choice as Choice<'twilio'>).settings.fromNumber)) configured.add(channel);
  }
  return {
    channelsTo(contact) {
      const possible = sent.flatMap(({ channel, address }) => (contact[address] ? [channel] : []));
      const ready = possible.filter((channel) => configured.has(channel));
      return ready.length === 0 && sandbox ? possible : ready;
    },
    unreachable({ email, phone }) {
      if (phone) return notConfigured('twilio');
      if (email) return notConfigured('smtp');
      return new ProviderError('REFUSED', 'The contact must have a phone number or an email address.', false);
    },
  };
}

/** Invalid credentials of a workspace count as none: another channel may be configured. */
function noneIfInvalid(error: unknown): null {
  if (error instanceof ProviderError) return null;
  throw error;
}
