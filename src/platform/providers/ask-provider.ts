import { type Outbound, OutboundError, type OutboundRequest } from '../outbound/index.js';
import { ProviderError } from './provider-error.js';

/** HTTP access to a provider: with the outbound checks if the workspace set its address. */
export type Reach = Pick<Outbound, 'fetch'>;

export interface ProviderAnswer {
  status: number;
  /** JSON as its value, anything else as null. */
  body: unknown;
}

const timeoutMs = 30_000;
const maxBytes = 1024 * 1024;

/**
 * One request to a provider. Responses of any status are returned.
 * @throws ProviderError if it did not respond
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

/** The error for a request that the provider rejected, in the provider's own words. */
export function refused(provider: string, status: number, said: string): ProviderError {
  const mayChange = status === 408 || status === 429 || status >= 500;
  const message = `${provider} rejected the request (${status}): ${clean(said) || 'no reason given'}`;
  return new ProviderError(mayChange ? 'PROVIDER_UNAVAILABLE' : 'PROVIDER_REFUSED', message, mayChange);
}

/** The error for a provider that was not reached. An abort is passed on unchanged. */
export function unreached(provider: string, error: unknown): unknown {
  if (!(error instanceof OutboundError)) return error;
  const code = error.code === 'OUTBOUND_BLOCKED' ? 'PROVIDER_REFUSED' : 'PROVIDER_UNAVAILABLE';
  return new ProviderError(code, `${provider} could not be reached: ${error.message}`, error.retryable, error);
}

/** Text of a provider, shortened for use in an error message. */
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
