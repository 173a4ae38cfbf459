import { X509Certificate } from 'node:crypto';
import type { ErrorDetail } from '../../../platform/errors/errors.js';
import { parseDatabaseUrl } from '../../../platform/foreign-databases/index.js';
import { isAllowedHost } from '../../../platform/outbound/index.js';
import type { Credentials } from './connection-auth.js';

interface Sent {
  auth: { type: string };
  hosts: readonly string[];
  /** Undefined where they are not changed. */
  credentials?: string | undefined;
}

/** What is wrong with the URL of a database, and with its certificates. No message contains a part of the URL but its host. */
export function databaseViolations({ auth, hosts, credentials }: Sent): ErrorDetail[] {
  if (auth.type !== 'database' || credentials === undefined) return [];
  const { url, ca } = JSON.parse(credentials) as Credentials;
  const violations: ErrorDetail[] = [];
  const target = url === undefined ? null : parseDatabaseUrl(url);
  if (typeof target === 'string')
    violations.push({ field: 'auth.url', rule: 'URL_INVALID', message: `auth.url ${target}` });
  else if (target && !isAllowedHost(hosts, target.host)) {
    const message = `hosts must contain the host of the database, ${target.host}.`;
    violations.push({ field: 'hosts', rule: 'REQUIRED_WITH', message });
  }
  if (ca !== undefined && !isCertificate(ca)) {
    const message = 'auth.ca must be a certificate in PEM, which begins with `-----BEGIN CERTIFICATE-----`.';
    violations.push({ field: 'auth.ca', rule: 'NOT_ALLOWED_WITH', message });
  }
  return violations;
}

function isCertificate(text: string): boolean {
  try {
    return new X509Certificate(text).subject !== null;
  } catch {
    return false;
  }
}
