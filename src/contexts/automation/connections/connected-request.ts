import type { OutboundRequest } from '../../../platform/outbound/index.js';
import type { SentCredential } from './connection-auth.js';

/** A request with the credential of a connection, which replaces what it has of the same name. */
export function connectedRequest(
  url: string,
  request: OutboundRequest,
  { placement, name, value }: SentCredential,
): { url: string; request: OutboundRequest } {
  if (placement === 'query') {
    const target = URL.parse(url);
    target?.searchParams.set(name, value);
    return { url: target?.href ?? url, request };
  }
  const key = name.toLowerCase();
  const headers = { ...request.headers, [key]: value };
  return { url, request: { ...request, headers, secretHeaders: [...(request.secretHeaders ?? []), key] } };
}
