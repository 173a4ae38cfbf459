import { defineService } from '../../../platform/define-service.js';
import { isUuid } from '../../../platform/graphql/context.js';
import { parseSender } from '../../../platform/mail-sender.js';
import type { CredentialsOf } from '../../../platform/providers/choose-provider.js';
import { ProviderError } from '../../../platform/providers/provider-error.js';
import {
  type ProviderSettings,
  type ProviderVariable,
  providerVariables,
  readProviderSettings,
} from '../../../platform/providers/provider-settings.js';
import { type ReadExecutionValues, runValues } from './read-execution-values.js';

type Texts = Partial<Record<ProviderVariable, string>>;
type Kind = keyof ProviderSettings;

/** What each provider cannot do without. */
const needed: Record<Kind, readonly ProviderVariable[]> = {
  smtp: ['SMTP_URL'],
  twilio: ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN'],
  whatsapp: ['WHATSAPP_ACCESS_TOKEN', 'WHATSAPP_PHONE_NUMBER_ID'],
  llm: ['LLM_API_KEY', 'LLM_MODEL'],
};
const prefixes: Record<Kind, string> = { smtp: 'SMTP_', twilio: 'TWILIO_', whatsapp: 'WHATSAPP_', llm: 'LLM_' };
const addresses: Record<Kind, { name: ProviderVariable; protocols: readonly string[] }> = {
  smtp: { name: 'SMTP_URL', protocols: ['smtp:', 'smtps:'] },
  twilio: { name: 'TWILIO_BASE_URL', protocols: ['http:', 'https:'] },
  whatsapp: { name: 'WHATSAPP_BASE_URL', protocols: ['http:', 'https:'] },
  llm: { name: 'LLM_BASE_URL', protocols: ['http:', 'https:'] },
};
const noFlow = '00000000-0000-0000-0000-000000000000';

/**
 * The settings of one provider: a workspace's own, or the server's where no workspace is named. Undefined where there
 * are none, or only half of them.
 */
export type ProviderSettingsOf = <K extends Kind>(kind: K, workspaceId: string | null) => Promise<ProviderSettings[K]>;

/** What the callbacks of providers are checked against. */
export const providerSettings = defineService('provider settings', ({ get, providers }) =>
  createProviderSettings(get(runValues), providers),
);

/**
 * Reads a workspace's own provider credentials from its vault: secrets of the whole workspace that are named as in the
 * environment. Half of them is a fault, not a reason to send by somebody else's.
 */
export function createOwnCredentials(read: ReadExecutionValues): CredentialsOf {
  return async (kind, workspaceId) => {
    const wanted = providerVariables.filter((name) => name.startsWith(prefixes[kind]));
    const names = wanted.map((name) => ({ kind: 'secret' as const, name }));
    const { secrets } = await read({ workspaceId, flowId: noFlow, names });
    return readOwn(kind, trimmed(secrets));
  };
}

/** The settings that callbacks are checked against: half of them are none. */
function createProviderSettings(read: ReadExecutionValues, platform: ProviderSettings): ProviderSettingsOf {
  const own = createOwnCredentials(read);
  return async (kind, workspaceId) => {
    if (workspaceId === null) return platform[kind];
    if (!isUuid(workspaceId)) return undefined;
    return own(kind, workspaceId).catch((error: unknown) => {
      if (error instanceof ProviderError) return undefined;
      throw error;
    });
  };
}

function readOwn<K extends Kind>(kind: K, texts: Texts): ProviderSettings[K] {
  if (!needed[kind].some((name) => texts[name])) return undefined;
  const missing = needed[kind].filter((name) => !texts[name]);
  if (missing.length > 0) throw wrong(`the secret ${missing.join(' and ')} is missing beside the others`);
  const { name, protocols } = addresses[kind];
  const address = texts[name];
  if (address !== undefined && !protocols.includes(URL.parse(address)?.protocol ?? '')) {
    throw wrong(`the secret ${name} is no address that begins with ${protocols.map((one) => `${one}//`).join(' or ')}`);
  }
  if (kind === 'smtp' && texts.SMTP_FROM !== undefined && !parseSender(texts.SMTP_FROM)) {
    throw wrong('the secret SMTP_FROM must be one email address, alone or after a name: Shop <shop@example.com>');
  }
  return readProviderSettings(texts)[kind];
}

function trimmed(secrets: Readonly<Record<string, string>>): Texts {
  const entries = Object.entries(secrets).map(([name, value]) => [name, value.trim().replace(/\/+$/, '')]);
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}

function wrong(violation: string): ProviderError {
  const message = `The workspace's own credentials cannot be used: ${violation}.`;
  return new ProviderError('PROVIDER_NOT_CONFIGURED', message, false);
}
