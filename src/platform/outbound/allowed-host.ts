import { plainHost } from './address-policy.js';

/** Stands for every host. */
const anyHost = '*';

/** Whether a host is one of those that a secret may be sent to: a name, `*.example.com` for its subdomains, or `*`. */
export function isAllowedHost(allowedHosts: readonly string[], hostname: string): boolean {
  const host = plainHost(hostname);
  return allowedHosts.some((allowed) =>
    allowed.startsWith('*.') ? host.endsWith(allowed.slice(1)) : allowed === anyHost || allowed === host,
  );
}
