import { type Outbound, OutboundError, type OutboundRequest } from '../outbound/index.js';
import { ProviderError } from './provider-error.js';

/** HTTP to a provider: through the outbound guard where its address is a workspace's own. */
export type Reach = Pick<Outbound, 'fetch'>;

export interface ProviderAnswer {
  status: number;
  /** JSON as its value, anything else null. */
  body: unknown;
}

const timeoutMs = 30_000;
const maxBytes = 1024 * 1024;

/**
 * One request to a provider.
 * @throws ProviderError where it did not answer; whatever it did answer comes back
 */
export async function askProvider(
  { fetch }: Reach,
  provider: string,
  url: string,
  request: OutboundRequest,
): Promise<ProviderAnswer> {
  try {
    const { status, body } = await fetch(url, { timeoutMs, maxBytes, ...request });
    return { status, body: readJson(body) };
  } catch (error) {
    throw unreached(provider, error);
  }
}

/** The refusal of a request, in the provider's own words. */
export function refused(provider: string, status: number, said: string): ProviderError {
  const mayChange = status === 408 || status === 429 || status >= 500;
  const message = `${provider} refused (${status}): ${clean(said) || 'it gave no reason'}`;
  return new ProviderError(mayChange ? 'PROVIDER_UNAVAILABLE' : 'PROVIDER_REFUSED', message, mayChange);
}

/** What went wrong on the way to a provider. An abort goes on as it is. */
export function unreached(provider: string, error: unknown): unknown {
  if (!(error instanceof OutboundError)) return error;
  const code = error.code === 'OUTBOUND_BLOCKED' ? 'PROVIDER_REFUSED' : 'PROVIDER_UNAVAILABLE';
  return new ProviderError(code, `${provider} was not reached: ${error.message}`, error.retryable, error);
}

/** Somebody else's text, as it may stand in a message of ours. */
export function clean(said: string): string {
  return said.replace(/\s+/g, ' ').trim().slice(0, 500);
}

function readJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return null;
  }
}
