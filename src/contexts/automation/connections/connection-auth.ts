import { isDeepStrictEqual } from 'node:util';
import type { ErrorDetail } from '../../../platform/errors/errors.js';
import type { DatabaseTls } from '../../../platform/foreign-databases/index.js';
import type { AuthType, ConnectionAuth, ConnectionAuthInput } from './connection-auth.object.js';

/** What is kept encrypted of the credentials of a connection. */
export type Credentials = Partial<Record<'value' | 'username' | 'password' | 'token' | 'url' | 'ca', string>> & {
  tls?: DatabaseTls | null;
};

type AuthField = Exclude<keyof ConnectionAuthInput, 'type'>;

/** The fields of each kind of credentials: whether they must be sent. */
const fieldsOfType: Readonly<Record<AuthType, Partial<Record<AuthField, 'required' | 'optional'>>>> = {
  apiKey: { placement: 'optional', name: 'required', value: 'required' },
  basic: { username: 'required', password: 'optional' },
  bearer: { token: 'required' },
  database: { url: 'required', tls: 'optional', ca: 'optional' },
};
const secretFields = ['value', 'username', 'password', 'token', 'url', 'tls', 'ca'] as const;

/** Credentials as they are sent. */
type SentAuth = Pick<ConnectionAuth, 'type' | 'placement' | 'name'> & Credentials;

/** Credentials as they are stored: what an answer may show of them, and what is encrypted. */
export function splitAuth({ type, placement, name, ...rest }: SentAuth): {
  auth: ConnectionAuth;
  credentials: string;
} {
  const secrets = secretFields.flatMap((field) => (rest[field] === undefined ? [] : [[field, rest[field]]]));
  const shown = { type, placement: placement ?? (type === 'apiKey' ? 'header' : null), name: name ?? null } as const;
  return { auth: shown, credentials: JSON.stringify(Object.fromEntries(secrets)) };
}

/** Whether credentials were sent as an answer shows them, which changes nothing. */
export function isShown(sent: SentAuth, shown: ConnectionAuth): boolean {
  const { type, placement, name, ...rest } = sent;
  if (Object.values(rest).some((value) => value !== undefined && value !== null)) return false;
  return isDeepStrictEqual(
    splitAuth({ type, placement: placement ?? null, name: name ?? null }).auth,
    splitAuth(shown).auth,
  );
}

/** The fields that the kind of credentials lacks, and those that it does not have. */
export function authViolations(auth: ConnectionAuth, credentials: Credentials): ErrorDetail[] {
  const fields = fieldsOfType[auth.type];
  const { type, ...shown } = auth;
  const sent = { ...shown, ...credentials } as Partial<Record<AuthField, unknown>>;
  const isSent = (name: AuthField) => sent[name] !== undefined && sent[name] !== null;
  const because = `because auth.type is \`${type}\``;
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
  ];
}

/** One credential, as a request sends it. */
export interface SentCredential {
  placement: 'header' | 'query';
  name: string;
  value: string;
  /** The secret texts in it. */
  secrets: readonly string[];
}

/** What requests are sent with; null if the credentials are missing. */
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
      return null;
  }
}

/** A token in the header of its standard. */
export function bearer(token: string): SentCredential {
  return { placement: 'header', name: 'authorization', value: `Bearer ${token}`, secrets: [token] };
}

/** Not a word before a key. */
const isLong = (text: string) => text.length >= 8;
