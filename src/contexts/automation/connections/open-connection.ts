import { defineService } from '../../../platform/define-service.js';
import { OutboundError } from '../../../platform/outbound/index.js';
import type { ServiceContext } from '../../../platform/services.js';
import { connectionContext } from './connection.record.js';
import { type Credentials, credentialOf, type SentCredential } from './connection-auth.js';
import { type ConnectionUse, readUsed, type StoredConnection } from './read-stored.js';

/** A connection with what requests are sent with. */
export interface OpenConnection {
  name: string;
  hosts: readonly string[];
  credential: SentCredential;
}

/** @throws OutboundError `CONNECTION_MISSING`, `CONNECTION_RECONNECT` */
export type OpenConnections = (use: ConnectionUse) => Promise<OpenConnection>;

/** The connections of flows, with their credentials. */
export const openConnections = defineService('open connections', (services): OpenConnections => {
  return async (use) => {
    const stored = await readUsed(services.db.pool, use);
    if (!stored) throw missing(use.connection);
    return openStored(services, stored);
  };
});

/** @throws OutboundError `CONNECTION_RECONNECT` */
export async function openStored(
  { vault, log }: Pick<ServiceContext, 'vault' | 'log'>,
  stored: StoredConnection,
): Promise<OpenConnection> {
  const { name, hosts, auth } = stored;
  if (auth.type === 'database') throw unsuitable(name, 'holds the URL of a database. Use it in nodes for databases');
  const credential = credentialOf(auth, await openCredentials({ vault, log }, stored));
  if (!credential) throw reconnect(stored);
  return { name, hosts, credential };
}

/** The decrypted credentials; empty if they cannot be decrypted. */
export async function openCredentials(
  { vault, log }: Pick<ServiceContext, 'vault' | 'log'>,
  stored: StoredConnection,
): Promise<Credentials> {
  const { workspaceId, id } = stored;
  const opened = await vault
    .open(workspaceId, stored.encryptedCredentials, connectionContext(stored))
    .catch((error) => {
      log.error({ err: error, workspaceId, connectionId: id }, 'could not decrypt a connection');
      return '{}';
    });
  return JSON.parse(opened) as Credentials;
}

/** @param why what it is instead, and what to do */
export function unsuitable(name: string, why: string): OutboundError {
  return new OutboundError('CONNECTION_UNSUITABLE', `The connection "${name}" ${why}.`, false);
}

/** What to do about a connection that is not there. */
export function missing(connection: string): OutboundError {
  const message = `The connection "${connection.slice(0, 80)}" is not found in the workspace, or belongs to another flow only. Choose an existing one.`;
  return new OutboundError('CONNECTION_MISSING', message, false);
}

/** What to do about a connection that cannot be used. */
export function reconnect({ name, problem }: Pick<StoredConnection, 'name' | 'problem'>): OutboundError {
  const message = `The connection "${name}" must be connected again. ${problem ?? 'Its credentials are missing: send them again.'}`;
  return new OutboundError('CONNECTION_RECONNECT', message, false);
}
