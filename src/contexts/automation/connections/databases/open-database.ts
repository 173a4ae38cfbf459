import { createHash } from 'node:crypto';
import { defineService } from '../../../../platform/define-service.js';
import {
  createDatabases,
  type DatabaseAccess,
  type Databases,
  parseDatabaseUrl,
} from '../../../../platform/foreign-databases/index.js';
import { isAllowedHost, OutboundError } from '../../../../platform/outbound/index.js';
import type { ServiceContext } from '../../../../platform/services.js';
import { missing, openCredentials, unsuitable } from '../open-connection.js';
import { type ConnectionUse, readUsed, type StoredConnection } from '../read-stored.js';
import { reconnect } from '../reconnect.js';

/** The connections to databases that are open in this process. */
export const databases = defineService<Databases>(
  'databases of workspaces',
  ({ outbound }) => createDatabases(outbound.connect),
  (made) => made.close(),
);

/** @throws OutboundError `CONNECTION_MISSING`, `CONNECTION_RECONNECT`, `CONNECTION_UNSUITABLE`, `SECRET_HOST_NOT_ALLOWED` */
export type OpenDatabase = (use: ConnectionUse) => Promise<DatabaseAccess>;

/** The databases that flows name, with their credentials. */
export const openDatabases = defineService('open databases', (services): OpenDatabase => {
  return async (use) => {
    const stored = await readUsed(services.db.pool, use);
    if (!stored) throw missing(use.connection);
    return accessOf(services, stored);
  };
});

/** @throws OutboundError `CONNECTION_RECONNECT`, `CONNECTION_UNSUITABLE`, `SECRET_HOST_NOT_ALLOWED` */
export async function accessOf(
  services: Pick<ServiceContext, 'vault' | 'log'>,
  stored: StoredConnection,
): Promise<DatabaseAccess> {
  const { id, workspaceId, name, hosts, auth } = stored;
  if (auth.type !== 'database') throw unsuitable(name, 'is not for a database. Choose one whose kind is `database`');
  const { url, tls, ca } = await openCredentials(services, stored);
  const target = url === undefined ? null : parseDatabaseUrl(url);
  if (target === null || typeof target === 'string') throw reconnect(stored);
  if (!isAllowedHost(hosts, target.host)) {
    const message = `The connection "${name}" must not be used for ${target.host}, which is not one of its hosts. Send its auth again, with that host in hosts.`;
    throw new OutboundError('SECRET_HOST_NOT_ALLOWED', message, false);
  }
  const version = createHash('sha256').update(stored.encryptedCredentials).digest('base64');
  return { key: `${workspaceId} ${id} ${version}`, workspaceId, target, tls: tls ?? 'verify', ca: ca ?? null };
}
