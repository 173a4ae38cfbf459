import { createOutbound, type Outbound } from '../outbound/index.js';
import type { FairCalls } from '../slots/fair-calls.js';
import { ProviderError } from './provider-error.js';
import type { PlatformSettings, ProviderSettings } from './provider-settings.js';

type Kind = keyof ProviderSettings;

/** A workspace's own settings of one provider. */
export type CredentialsOf = <K extends Kind>(kind: K, workspaceId: string) => Promise<ProviderSettings[K]>;

/** Whose credentials are used, and the network access that belongs to them. */
export interface Choice<K extends Kind> {
  source: 'platform' | 'byok';
  settings: NonNullable<ProviderSettings[K]>;
  reach: Outbound;
  /** Checked network access, for addresses that the provider names. */
  guard: Outbound;
  /**
   * Calls the provider when the workspace may use a slot of it: workspaces share them fairly.
   * @throws ProviderError that another attempt may succeed if `signal` times out before
   */
  call<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T>;
}

/** The slots of this process for calls to each kind of provider. */
export type ProviderCalls = FairCalls<Kind>;

export interface Providers {
  /** A workspace's own provider, otherwise the server's, otherwise null. */
  choose<K extends Kind>(kind: K, workspaceId: string): Promise<Choice<K> | null>;
  /** The server's telephony bridge, also for calls by accounts of workspaces. */
  streamUrl: string | undefined;
  close(): Promise<void>;
}

export interface ProviderOptions {
  /** The server's own settings. */
  platform: PlatformSettings;
  byok: CredentialsOf;
  /** Checked network access, for addresses that a workspace set. */
  guard: Outbound;
  calls: ProviderCalls;
}

/**
 * A workspace's own provider takes precedence. Providers that the operator configured may be in the private network.
 */
export function createProviders({ platform, byok, guard, calls }: ProviderOptions): Providers {
  const open = createOutbound({ allow: ['0.0.0.0/0', '::/0'] });
  return {
    async choose<K extends Kind>(kind: K, workspaceId: string): Promise<Choice<K> | null> {
      const call: Choice<K>['call'] = (signal, work) => callFairly(calls, kind, workspaceId, signal, work);
      const own = await byok(kind, workspaceId);
      if (own) return { source: 'byok', settings: own as Choice<K>['settings'], reach: guard, guard, call };
      const shared = platform[kind];
      if (!shared) return null;
      return { source: 'platform', settings: shared as Choice<K>['settings'], reach: open, guard, call };
    },
    streamUrl: platform.streamUrl ?? platform.twilio?.streamUrl,
    close: () => open.close(),
  };
}

async function callFairly<T>(
  calls: ProviderCalls,
  kind: Kind,
  workspaceId: string,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  let isCalled = false;
  try {
    return await calls.call(kind, workspaceId, signal, () => {
      isCalled = true;
      return work();
    });
  } catch (error) {
    if (isCalled || (error as Error).name !== 'TimeoutError') throw error;
    const message = 'Earlier calls of the workspace to the provider took too long.';
    throw new ProviderError('PROVIDER_UNAVAILABLE', message, true);
  }
}

const variablesOf: Record<Kind, string> = {
  smtp: 'SMTP_URL',
  twilio: 'TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM_NUMBER',
  whatsapp: 'WHATSAPP_ACCESS_TOKEN and WHATSAPP_PHONE_NUMBER_ID',
  llm: 'LLM_MODEL with LLM_API_KEY or LLM_BASE_URL',
};

/** The error if neither the workspace nor the server has credentials. */
export function notConfigured(kind: Kind): ProviderError {
  const message = `A provider is required. Create ${variablesOf[kind]} as secrets of the workspace, or ask the operator to set them.`;
  return new ProviderError('PROVIDER_NOT_CONFIGURED', message, false);
}

/** The parts of the settings that must be kept secret. */
export function credentialsIn(settings: object): string[] {
  const { url, authToken, accessToken, apiKey } = settings as Record<string, string | undefined>;
  const password = URL.parse(url ?? '')?.password ?? '';
  return [authToken, accessToken, apiKey, password, decoded(password)].filter(
    (text) => text !== undefined && text !== '',
  ) as string[];
}

/** A percent-decoded part of a URL; unchanged if it is not validly encoded. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
