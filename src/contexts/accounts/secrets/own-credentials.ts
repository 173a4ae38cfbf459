import { defineService } from '../../../platform/define-service.js';
import { isUuid } from '../../../platform/graphql/context.js';
import type { Mailer } from '../../../platform/mail/mail.js';
import { parseSender } from '../../../platform/mail/mail-sender.js';
import type { CredentialsOf } from '../../../platform/providers/choose-provider.js';
import { sendOneMail } from '../../../platform/providers/own-mailer.js';
import { ProviderError } from '../../../platform/providers/provider-error.js';
import {
  type ProviderSettings,
  type ProviderVariable,
  providerVariables,
  readProviderSettings,
} from '../../../platform/providers/provider-settings.js';
import { executionValues, type ReadExecutionValues } from './read-execution-values.js';

type Texts = Partial<Record<ProviderVariable, string>>;
type Kind = keyof ProviderSettings;

/** The variables that each provider requires. */
const required: Record<Kind, readonly ProviderVariable[]> = {
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
 * Reads the settings of one provider: a workspace's own, or the server's if `workspaceId` is null. Undefined if there
 * are none or some are missing.
 */
export type ProviderSettingsOf = <K extends Kind>(kind: K, workspaceId: string | null) => Promise<ProviderSettings[K]>;

/** The settings that callbacks of providers are verified with. */
export const providerSettings = defineService('provider settings', ({ get, providers }) =>
  createProviderSettings(get(executionValues), providers),
);

/** What sends mails by a workspace's own mail server; null if it has none. */
export const ownMail = defineService('own mail', ({ get, outbound, settings }) => {
  return async (workspaceId: string): Promise<Mailer['send'] | null> => {
    const smtp = await get(providerSettings)('smtp', workspaceId);
    const options = { publicUrl: settings.publicUrl, ownServer: true, reach: outbound };
    return smtp ? (mail) => sendOneMail(smtp, mail, options) : null;
  };
});

/**
 * Reads a workspace's own provider credentials from its secrets: those for all flows that have the names of the
 * environment variables. Incomplete credentials are an error; the server's are not used instead.
 */
export function createOwnCredentials(read: ReadExecutionValues): CredentialsOf {
  return async (kind, workspaceId) => {
    const variables = providerVariables.filter((name) => name.startsWith(prefixes[kind]));
    const names = variables.map((name) => ({ kind: 'secret' as const, name }));
    const { secrets } = await read({ workspaceId, flowId: noFlow, names });
    return readOwn(kind, trimmed(secrets));
  };
}

/** Like `createOwnCredentials`, but incomplete credentials count as none. */
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
  if (!required[kind].some((name) => texts[name])) return undefined;
  const missing = required[kind].filter((name) => !texts[name]);
  if (missing.length > 0)
    throw invalidCredentials(`${missing.length > 1 ? 'secrets' : 'secret'} ${missing.join(' and ')} not found`);
  const { name, protocols } = addresses[kind];
  const address = texts[name];
  if (address !== undefined && !protocols.includes(URL.parse(address)?.protocol ?? '')) {
    throw invalidCredentials(
      `the secret ${name} must be a URL that begins with ${protocols.map((one) => `${one}//`).join(' or ')}`,
    );
  }
  if (kind === 'smtp' && texts.SMTP_FROM !== undefined && !parseSender(texts.SMTP_FROM)) {
    throw invalidCredentials(
      'the secret SMTP_FROM must be one email address, alone or after a name, for example Shop <shop@example.com>',
    );
  }
  return readProviderSettings(texts)[kind];
}

function trimmed(secrets: Readonly<Record<string, string>>): Texts {
  const entries = Object.entries(secrets).map(([name, value]) => [name, value.trim().replace(/\/+$/, '')]);
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}

function invalidCredentials(violation: string): ProviderError {
  const message = `The workspace's own credentials are not valid: ${violation}.`;
  return new ProviderError('PROVIDER_NOT_CONFIGURED', message, false);
}
