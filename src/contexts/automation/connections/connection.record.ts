import { ArrayNotEmpty, ValidateNested } from 'class-validator';
import { cascade } from '../../../platform/database/mapping/foreign-keys.js';
import type { Sql } from '../../../platform/database/sql.js';
import { tableOf, typed } from '../../../platform/database/typed-sql.js';
import type { ErrorDetail } from '../../../platform/errors/errors.js';
import { must } from '../../../platform/errors/violation-words.js';
import {
  anyJson,
  defineRecord,
  encrypted,
  hosts,
  initially,
  labels,
  line,
  longText,
  once,
  oneOf,
  type RecordField,
  type RowOf,
  readOnly,
  ref,
  required,
  time,
} from '../../../platform/records/index.js';
import type { EncryptionContext } from '../../../platform/vault/index.js';
import { authViolations, isShown, splitAuth } from './connection-auth.js';
import { ConnectionAuth, ConnectionAuthInput } from './connection-auth.object.js';
import { databaseViolations } from './database-violations.js';

const mostConnections = 500;

const statuses = {
  connected: 'It has credentials, which requests are sent with.',
  reconnect:
    'The other service no longer accepts its credentials: they must be sent again, or the account connected again.',
  pending:
    'It waits for an account to be connected, or for its credentials, for example after it was moved from another server.',
} as const;

const auth: RecordField<ConnectionAuth> = {
  ...required(
    anyJson({ description: 'The credentials. A change of them sends all of them; they are never returned.' }),
  ),
  type: () => ConnectionAuth,
  inputType: () => ConnectionAuthInput,
  subfields: [
    'type',
    'placement',
    'name',
    'grant',
    'authorizeUrl',
    'tokenUrl',
    'clientId',
    'clientAuthentication',
    'scopes',
  ],
  rules: [ValidateNested()],
} as RecordField<ConnectionAuth>;

const sendsTo = hosts({
  description:
    'The hosts that requests of flows may send the credentials to: names, `*.example.com` for all subdomains, or `*` for any host. A change that adds one sends `auth` again.',
});

const fields = {
  name: required(
    line(100, {
      searched: true,
      sorted: true,
      description: 'Unique in the workspace. Flows that use the name before a change are not rewritten.',
    }),
  ),
  auth,
  provider: line(60, {
    filtered: true,
    description:
      'The service whose account is connected, for credentials of the type `oauth2`: `custom`, which is the default; null for others.',
  }),
  credentials: readOnly(encrypted(256 * 1024, connectionContext)),
  hosts: required({
    ...sendsTo,
    rules: [ArrayNotEmpty({ message: `$property ${must.notBeEmpty}` }), ...sendsTo.rules],
  }),
  status: readOnly(initially('connected', oneOf(statuses, { filtered: true, description: 'Whether it can be used.' }))),
  scopes: readOnly(initially([], labels({ description: 'What the service has granted, for OAuth 2.' }))),
  account: readOnly(line(200, { description: 'The account that is connected, if the service names it.' })),
  expiresAt: readOnly(
    time({
      description: 'When the access token of OAuth 2 expires, ahead of which it is refreshed; null if it does not.',
    }),
  ),
  problem: readOnly(longText(2_000, { description: 'Why it must be connected again; null while it can be used.' })),
  flowId: once(
    ref('flows', 'flow', {
      filtered: 'orNone',
      description: 'The only flow that can use it, with which it is deleted; null for every flow of the workspace.',
    }),
  ),
};

export type Connection = RowOf<typeof fields>;

export const connections = defineRecord({
  name: 'Connection',
  plural: 'Connections',
  description: 'An account at another service, whose credentials requests of flows are sent with.',
  table: 'connections',
  inFlows: false,
  indexes: { any: ['createdAt', 'name'], present: ['flowId'] },
  routes: {
    list: 'GET /connections',
    create: 'POST /connections',
    find: 'GET /connections/:connectionId',
    update: 'PATCH /connections/:connectionId',
    delete: 'DELETE /connections/:connectionId',
  },
  examples: {
    create: {
      name: 'Shop API',
      auth: { type: 'bearer', token: 'sk-live-0123456789' },
      hosts: ['api.shop.example.com'],
    },
    update: { name: 'Web shop API' },
  },
  capability: 'connections',
  period: null,
  indexed: false,
  notes: {
    list: 'Credentials are never returned',
    find: '`usedBy` lists the flows that use it',
    create: 'The credentials are sent in this request only and never returned',
    update: 'A change that adds a host sends the credentials again. Flows that use the old name are not rewritten',
    delete: 'Allowed while flows use it: their steps that use it then fail with `CONNECTION_MISSING`',
  },
  fields,
  foreignKeys: { flowId: cascade('flows', 'connections_flow_id_fkey') },
  resolved: {
    usedBy: { from: ['id', 'name'], subfields: ['id: flowId', 'name', 'isActive'], findOnly: true },
  },
  unique: { connections_name_unique: 'name' },
  rules: ['REQUIRED_WITH', 'NOT_ALLOWED_WITH', 'LIMIT_REACHED', 'URL_INVALID'],
  derive(row, before) {
    if (row.auth === before?.auth) return {};
    if (before && isShown(row.auth, before.auth)) return { auth: before.auth };
    const isOauth = row.auth.type === 'oauth2';
    const provider = isOauth ? (row.provider ?? 'custom') : row.provider;
    const granted = { scopes: [], account: null, expiresAt: null };
    return { ...splitAuth(row.auth), ...granted, provider, status: isOauth ? 'pending' : 'connected', problem: null };
  },
  check: async (sql, { workspaceId }, row, before) => [
    ...(row.credentials === undefined ? [] : authViolations(row.auth, JSON.parse(row.credentials))),
    ...databaseViolations(row),
    ...(before ? hostViolations(row, before) : await limitViolations(sql, workspaceId)),
  ],
});

/** The credentials of a connection are bound to its workspace and ID: copied to another record they cannot be decrypted. */
export function connectionContext({ id }: { id: string }): EncryptionContext {
  return { kind: 'connection', id, flowId: null };
}

/** Where credentials are sent is decided by who knows them. */
function hostViolations({ hosts: after, credentials }: Connection, { hosts: before }: Connection): ErrorDetail[] {
  const added = after.filter((host) => !before.includes(host) && !before.includes('*'));
  if (credentials !== undefined || added.length === 0) return [];
  const message = `auth is required, because hosts has new entries (${added.join(', ')}). Send the credentials again.`;
  return [{ field: 'auth', rule: 'REQUIRED_WITH', message }];
}

async function limitViolations(sql: Sql, workspaceId: string): Promise<ErrorDetail[]> {
  const { count } = await typed(sql, 'count_connections', tableOf<Connection>()('connections'))
    .selectFrom('connections')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('workspaceId', '=', workspaceId)
    .executeTakeFirstOrThrow();
  if (Number(count) < mostConnections) return [];
  const message = `A workspace can have at most ${mostConnections} connections. Delete one first.`;
  return [{ field: 'name', rule: 'LIMIT_REACHED', message }];
}
