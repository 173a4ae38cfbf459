import type { FieldDefinition } from '../../ui/record-form';
import type { Connection } from './connection-list';
import type { connectionTexts } from './connection-texts';

type AuthType = Connection['auth']['type'];
type Texts = ReturnType<typeof connectionTexts>;
export type Values = Record<string, string>;

const kinds = ['bearer', 'apiKey', 'basic', 'oauth2', 'database'] as const satisfies readonly AuthType[];

/** The fields of the chosen kind of credentials, by the names of the input. */
export function fieldsOf(values: Values, t: Texts): Record<string, FieldDefinition> {
  const hidden = (label: string): FieldDefinition => {
    return { label, hint: t.keep, type: 'password', autoComplete: 'new-password' };
  };
  const plain = (label: string): FieldDefinition => ({ label, spellCheck: false });
  const ofType: Record<AuthType, () => Record<string, FieldDefinition>> = {
    apiKey: () => ({
      'auth.placement': {
        label: t.placement,
        options: (['header', 'query'] as const).map((value) => ({ value, label: t[value] })),
      },
      'auth.name': plain(t.keyName),
      'auth.value': hidden(t.value),
    }),
    basic: () => ({ 'auth.username': plain(t.username), 'auth.password': hidden(t.password) }),
    bearer: () => ({ 'auth.token': hidden(t.token) }),
    database: () => ({
      'auth.url': { ...hidden(t.url), hint: `${t.urlHint} ${t.keep}` },
      'auth.tls': {
        label: t.tls,
        options: (['verify', 'unverified', 'off'] as const).map((value) => ({ value, label: t[`tls${value}`] })),
      },
      'auth.ca': { label: t.ca, hint: t.caHint, isLong: true, spellCheck: false },
    }),
    oauth2: () => ({
      'auth.grant': {
        label: t.grant,
        options: [
          { value: 'authorization_code', label: t.authorizationCode },
          { value: 'client_credentials', label: t.clientCredentials },
        ],
      },
      ...(values['auth.grant'] === 'authorization_code' && { 'auth.authorizeUrl': plain(t.authorizeUrl) }),
      'auth.tokenUrl': plain(t.tokenUrl),
      'auth.clientId': plain(t.clientId),
      'auth.clientSecret': hidden(t.clientSecret),
      'auth.clientAuthentication': {
        label: t.clientAuthentication,
        options: [
          { value: 'basic', label: t.clientBasic },
          { value: 'post', label: t.clientPost },
        ],
      },
      'auth.scopes': { label: t.scopes, isLong: true, spellCheck: false },
    }),
  };
  return {
    'auth.type': { label: t.kind, options: kinds.map((value) => ({ value, label: t[value] })) },
    ...ofType[values['auth.type'] as AuthType](),
  };
}

/** What the form has at first. */
export function valuesOf(connection: Connection | null): Values {
  const auth = connection?.auth;
  return {
    name: connection?.name ?? '',
    hosts: (connection?.hosts ?? []).join('\n'),
    'auth.type': auth?.type ?? 'bearer',
    'auth.placement': auth?.placement ?? 'header',
    'auth.name': auth?.name ?? '',
    'auth.tls': 'verify',
    'auth.grant': auth?.grant ?? 'authorization_code',
    'auth.authorizeUrl': auth?.authorizeUrl ?? '',
    'auth.tokenUrl': auth?.tokenUrl ?? '',
    'auth.clientId': auth?.clientId ?? '',
    'auth.clientAuthentication': auth?.clientAuthentication ?? 'basic',
    'auth.scopes': (auth?.scopes ?? []).join('\n'),
  };
}

/** What is sent. Fields that are empty are left out, so that what is stored stays; `tls` is stored with the URL. */
export function inputOf(values: Values, t: Texts) {
  const isStored = (name: string) => name === 'auth.tls' && !values['auth.url'];
  const names = Object.keys(fieldsOf(values, t)).filter((name) => values[name] && !isStored(name));
  const entries = names.map((name) => {
    const value = values[name] ?? '';
    return [name.slice('auth.'.length), name === 'auth.scopes' ? wordsIn(value) : value] as const;
  });
  const auth = { ...Object.fromEntries(entries), type: values['auth.type'] as AuthType };
  const hosts = wordsIn(values.hosts ?? '');
  return { name: values.name ?? '', hosts: hosts.length > 0 ? hosts : databaseHost(values), auth };
}

/** Whether nothing is missing that every connection has. */
export function isComplete(values: Values): boolean {
  return Boolean(values.name) && Boolean(values.hosts || databaseHost(values).length > 0);
}

/** The host in the URL of a database, if the credentials are one. */
function databaseHost(values: Values): string[] {
  const host = values['auth.type'] === 'database' ? URL.parse(values['auth.url'] ?? '')?.hostname : undefined;
  return host ? [host] : [];
}

const wordsIn = (text: string) => text.split(/[\s,]+/).filter(Boolean);
