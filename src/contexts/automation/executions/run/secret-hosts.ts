import type { SecretOrigin, SecretUse, Taint } from '../../../../engine/index.js';
import { isAllowedHost, OutboundError, type OutboundRequest } from '../../../../platform/outbound/index.js';

/**
 * Confines a request to the hosts that its secrets may be sent to. Where a redirect leaves them, its headers are
 * omitted; a body or URL with a secret is not sent at all.
 * @param sent the secret texts in it
 */
export function confinementOf(uses: readonly SecretUse[], sent: Taint): Pick<OutboundRequest, 'confinement'> {
  if (uses.length === 0) return {};
  const origins = uses.flatMap((use) => use.origins);
  return {
    confinement: {
      violation: (hostname) => {
        const refused = origins.find(({ allowedHosts }) => !isAllowedHost(allowedHosts, hostname));
        return refused ? hostNotAllowed(refused, hostname) : null;
      },
      bodyHasSecrets: uses.some(({ field }) => /^body\b/.test(field)),
      hasSecret: (text) => sent.touches(text),
      redact: (text) => sent.redact(text),
    },
  };
}

function hostNotAllowed({ name, isConnection }: SecretOrigin, hostname: string): OutboundError {
  if (isConnection) return connectionHostNotAllowed(name, hostname);
  const cure = `Add "${hostname}" to allowedHosts of the secret, "*.example.com" for all subdomains of a host, or "*" for any host.`;
  const message = `The secret "${name}" must not be sent to ${hostname}, which is not one of its allowedHosts. ${cure}`;
  return new OutboundError('SECRET_HOST_NOT_ALLOWED', message, false);
}

function connectionHostNotAllowed(name: string, hostname: string): OutboundError {
  const cure = `Add "${hostname}" to hosts of the connection, with its credentials, or use a connection to that host.`;
  const message = `The connection "${name}" must not be used for ${hostname}, which is not one of its hosts. ${cure}`;
  return new OutboundError('SECRET_HOST_NOT_ALLOWED', message, false);
}
