import type { SecretOrigin, SecretUse, Taint } from '../../../../engine/index.js';
import { OutboundError, type OutboundRequest, plainHost } from '../../../../platform/outbound/index.js';

/** Stands for every host in `allowedHosts`. */
const anyHost = '*';

/** Whether a host is one of those that a secret may be sent to: a name, `*.example.com` for its subdomains, or `*`. */
export function isAllowedHost(allowedHosts: readonly string[], hostname: string): boolean {
  const host = plainHost(hostname);
  return allowedHosts.some((allowed) =>
    allowed.startsWith('*.') ? host.endsWith(allowed.slice(1)) : allowed === anyHost || allowed === host,
  );
}

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

function hostNotAllowed({ name }: SecretOrigin, hostname: string): OutboundError {
  const cure = `Add "${hostname}" to allowedHosts of the secret, "*.example.com" for all subdomains of a host, or "*" for any host.`;
  const message = `The secret "${name}" must not be sent to ${hostname}, which is not one of its allowedHosts. ${cure}`;
  return new OutboundError('SECRET_HOST_NOT_ALLOWED', message, false);
}
