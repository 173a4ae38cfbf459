import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { ErrorDetail } from '../../../platform/errors/errors.js';
import type { DatabaseTls } from '../../../platform/foreign-databases/index.js';
import type { AuthType, ConnectionAuth, ConnectionAuthInput } from './connection-auth.object.js';

const secretFields = ['value', 'username', 'password', 'token', 'clientSecret', 'url', 'tls', 'ca'] as const;

/** What is kept encrypted of the credentials of a connection. */
export type Credentials = Partial<Record<Exclude<(typeof secretFields)[number], 'tls'>, string>> & {
  tls?: DatabaseTls | null;
};

type AuthField = Exclude<keyof ConnectionAuthInput, 'type'>;
type Presence = Partial<Record<AuthField, 'required' | 'optional'>>;

/** The fields of each kind of credentials: whether they must be sent. */
const fieldsOfType: Readonly<Record<AuthType, Presence>> = {
  apiKey: { placement: 'optional', name: 'required', value: 'required' },
  basic: { username: 'required', password: 'optional' },
  bearer: { token: 'required' },
  database: { url: 'required', tls: 'optional', ca: 'optional' },
  oauth2: {
    grant: 'optional',
    authorizeUrl: 'required',
    tokenUrl: 'required',
    clientId: 'required',
    clientSecret: 'optional',
    clientAuthentication: 'optional',
    scopes: 'optional',
  },
};

/** Credentials as they are sent. */
type SentAuth = Omit<ConnectionAuth, 'revision'> & Credentials;

/** Credentials as they are stored: what an answer may show of them, and what is encrypted. */
export function splitAuth(sent: SentAuth): { auth: ConnectionAuth; credentials: string } {
  const secrets = secretFields.flatMap((field) => (sent[field] === undefined ? [] : [[field, sent[field]]]));
  const shown = shownOf(sent);
  const auth = sent.type === 'oauth2' ? { ...shown, revision: randomUUID() } : shown;
  return { auth, credentials: JSON.stringify(Object.fromEntries(secrets)) };
}

function shownOf({ type, placement, name, ...sent }: SentAuth): ConnectionAuth {
  const { grant, authorizeUrl, tokenUrl, clientId, clientAuthentication, scopes } = sent;
  const app = { grant, authorizeUrl, tokenUrl, clientId, clientAuthentication, scopes };
  const given = Object.fromEntries(Object.entries(app).filter(([, value]) => (value ?? null) !== null));
  const isOauth = type === 'oauth2';
  const initial = isOauth ? { grant: 'authorization_code', clientAuthentication: 'basic', scopes: [] } : {};
  const key = { placement: placement ?? (type === 'apiKey' ? 'header' : null), name: name ?? null };
  return { type, ...key, ...initial, ...given } as ConnectionAuth;
}

/** Whether credentials were sent as an answer shows them, which changes nothing. */
export function isShown(sent: SentAuth, shown: ConnectionAuth): boolean {
  if (secretFields.some((field) => sent[field] !== undefined && sent[field] !== null)) return false;
  return isDeepStrictEqual(shownOf(sent), shownOf(shown));
}

/** The fields that the kind of credentials lacks, those that it does not have, and addresses that are not safe. */
export function authViolations(auth: ConnectionAuth, credentials: Credentials): ErrorDetail[] {
  const fields = presenceOf(auth);
  const { type, revision: _, ...shown } = auth;
  const sent = { ...shown, ...credentials } as Partial<Record<AuthField, unknown>>;
  const isSent = (name: AuthField) => sent[name] !== undefined && sent[name] !== null;
  const isClient = type === 'oauth2' && auth.grant === 'client_credentials';
  const because = isClient ? 'because auth.grant is `client_credentials`' : `because auth.type is \`${type}\``;
  const missing = (Object.keys(fields) as AuthField[]).filter((name) => fields[name] === 'required' && !isSent(name));
  const extra = (Object.keys(sent) as AuthField[]).filter((name) => fields[name] === undefined && isSent(name));
  return [
    ...missing.map((name) => ({
      field: `auth.${name}`,
      rule: 'REQUIRED_WITH' as const,
      message: `auth.${name} is required, ${because}.`,
    })),
    ...extra.map((name) => ({
      field: `auth.${name}`,
      rule: 'NOT_ALLOWED_WITH' as const,
      message: `auth.${name} is not allowed, ${because}.`,
    })),
    ...urlViolations(auth),
  ];
}

function presenceOf({ type, grant }: ConnectionAuth): Presence {
  if (type !== 'oauth2' || grant !== 'client_credentials') return fieldsOfType[type];
  const { authorizeUrl: _, ...fields } = fieldsOfType.oauth2;
  return { ...fields, clientSecret: 'required' };
}

/** What is sent to them would be read on the way. */
function urlViolations(auth: ConnectionAuth): ErrorDetail[] {
  return (['authorizeUrl', 'tokenUrl'] as const).flatMap((name) => {
    const url = auth[name] && URL.parse(auth[name]);
    if (!url || url.protocol === 'https:' || isLoopback(url)) return [];
    const message = `auth.${name} must begin with https://. HTTP is accepted on this machine only.`;
    return [{ field: `auth.${name}`, rule: 'URL_INVALID' as const, message }];
  });
}

/** Whether an address is on this machine: what is sent there does not leave it. */
export function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** One credential, as a request sends it. */
export interface SentCredential {
  placement: 'header' | 'query';
  name: string;
  value: string;
  /** The secret texts in it. */
  secrets: readonly string[];
}

/** What requests are sent with; null if the credentials are missing, and for OAuth 2, whose tokens are read elsewhere. */
export function credentialOf({ type, placement, name }: ConnectionAuth, stored: Credentials): SentCredential | null {
  switch (type) {
    case 'apiKey': {
      const { value } = stored;
      if (value === undefined || !name) return null;
      return { placement: placement ?? 'header', name, value, secrets: [value, ...value.split(' ').filter(isLong)] };
    }
    case 'basic': {
      const { username, password = '' } = stored;
      if (username === undefined) return null;
      const pair = Buffer.from(`${username}:${password}`).toString('base64');
      const secrets = [pair, password === '' ? username : password];
      return { placement: 'header', name: 'authorization', value: `Basic ${pair}`, secrets };
    }
    case 'bearer':
      return stored.token === undefined ? null : bearer(stored.token);
    case 'database':
    case 'oauth2':
      return null;
  }
}

/** A token in the header of its standard. */
export function bearer(token: string): SentCredential {
  return { placement: 'header', name: 'authorization', value: `Bearer ${token}`, secrets: [token] };
}

/** Not a word before a key. */
const isLong = (text: string) => text.length >= 8;
