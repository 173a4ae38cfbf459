import { createOutbound, type Outbound } from '../outbound/index.js';
import { ProviderError } from './provider-error.js';
import type { ProviderSettings } from './provider-settings.js';

type Kind = keyof ProviderSettings;

/** A workspace's own settings of one provider. */
export type CredentialsOf = <K extends Kind>(kind: K, workspaceId: string) => Promise<ProviderSettings[K]>;

/** Whose credentials are used, and the way out that goes with them. */
export interface Choice<K extends Kind> {
  source: 'platform' | 'byok';
  settings: NonNullable<ProviderSettings[K]>;
  reach: Outbound;
}

export interface Providers {
  /** A workspace's own provider, else the server's, else null. */
  choose<K extends Kind>(kind: K, workspaceId: string): Promise<Choice<K> | null>;
  close(): Promise<void>;
}

export interface ProviderOptions {
  /** The server's own. */
  platform: ProviderSettings;
  byok: CredentialsOf;
  /** The way out for addresses that a workspace gave. */
  guard: Outbound;
}

/** A workspace's own provider goes first. What the operator configured may stand in the private network. */
export function createProviders({ platform, byok, guard }: ProviderOptions): Providers {
  const open = createOutbound({ allow: ['0.0.0.0/0', '::/0'] });
  return {
    async choose<K extends Kind>(kind: K, workspaceId: string): Promise<Choice<K> | null> {
      const own = await byok(kind, workspaceId);
      if (own) return { source: 'byok', settings: own as Choice<K>['settings'], reach: guard };
      const shared = platform[kind];
      return shared ? { source: 'platform', settings: shared as Choice<K>['settings'], reach: open } : null;
    },
    close: () => open.close(),
  };
}

const variablesOf: Record<Kind, string> = {
  smtp: 'SMTP_URL',
  twilio: 'TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM_NUMBER',
  whatsapp: 'WHATSAPP_ACCESS_TOKEN and WHATSAPP_PHONE_NUMBER_ID',
  llm: 'LLM_MODEL with LLM_API_KEY or LLM_BASE_URL',
};

/** The refusal where nobody has credentials. */
export function notConfigured(kind: Kind): ProviderError {
  const message = `No provider is set up for this. Keep ${variablesOf[kind]} as secrets of the workspace, or have the operator set them.`;
  return new ProviderError('PROVIDER_NOT_CONFIGURED', message, false);
}

/** What of the settings must be seen by nobody. */
export function credentialsIn(settings: object): string[] {
  const { url, authToken, accessToken, apiKey } = settings as Record<string, string | undefined>;
  const password = URL.parse(url ?? '')?.password ?? '';
  return [authToken, accessToken, apiKey, password, decoded(password)].filter(
    (text) => text !== undefined && text !== '',
  ) as string[];
}

/** A part of an address without its escapes; as it is where they are none. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
