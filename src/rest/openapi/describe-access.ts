import type { DeclaredRule } from '../../platform/graphql/allow.js';
import type { Route } from '../route.js';

/** Who may use a route, for the documentation. */
export interface DescribedAccess {
  /** One sentence or more. */
  text: string;
  /** The security requirements of OpenAPI: any one of them suffices. */
  security: Record<string, never[]>[];
  capabilities: string[];
  needsCredential: boolean;
  canBeForbidden: boolean;
}

/**
 * What is sent in `Authorization`. A webhook token and the refresh cookie are parameters: declared as schemes too, generators ask
 * for them twice, and some tools read no scheme of a cookie at all.
 */
export const securitySchemes = {
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The access token of a signed-in user, from `POST /auth/login`. It expires after 15 minutes.',
  },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An API key of a workspace (`wak_…`). Its rights are limited by its capabilities and by those of its creator.',
  },
} as const;

/** The cookie that a route reads as its credential; none for other routes. */
export function credentialParameters({ credential }: Route): object[] {
  if (credential !== 'refreshCookie' && credential !== 'session') return [];
  const description = 'The refresh token, an HttpOnly cookie that logins set. Each refresh replaces it.';
  return [{ name: 'wa_refresh', in: 'cookie', description, schema: { type: 'string' } }];
}

export function describeAccess(rules: readonly DeclaredRule[], row: Route): DescribedAccess {
  const capabilities = [...new Set(rules.flatMap((rule) => rule.capability ?? []))];
  const forKeys = [...new Set(rules.flatMap((rule) => rule.keyCapability ?? []))];
  const roles = [...new Set(rules.flatMap((rule) => rule.roles ?? []))];
  const switches = [...new Set(rules.flatMap((rule) => rule.offeredBy?.variable ?? []))];
  const session = rules.some((rule) => rule.session);
  const isPublic = rules.every((rule) => rule.public);
  const sentences = [
    row.credential && credentialTexts[row.credential],
    isPublic && !row.credential && 'Requires no authentication.',
    session && 'Requires an access token; API keys are not accepted.',
    capabilities.length > 0 && `Requires the capability ${inWords(capabilities, 'and')}.`,
    forKeys.length > 0 && `API keys require the capability ${inWords(forKeys, 'and')}; members require none.`,
    roles.length > 0 && `Requires the role ${inWords(roles, 'or')}.`,
    switches.length > 0 && `Not available if ${inWords(switches, 'or')} of the server is off.`,
  ];
  const needsOne = !isPublic && sentences.every((sentence) => !sentence);
  return {
    text: needsOne
      ? 'Requires an access token or an API key.'
      : sentences.filter((sentence) => typeof sentence === 'string').join(' '),
    security: securityOf(row, isPublic, session),
    capabilities,
    needsCredential: !isPublic || row.credential !== undefined,
    canBeForbidden: session || capabilities.length + forKeys.length + roles.length + switches.length > 0,
  };
}

const credentialTexts: Readonly<Record<NonNullable<Route['credential']>, string>> = {
  webhookToken: 'Requires the webhook token in the query; no other credential is needed.',
  session: 'Requires the refresh cookie or an access token.',
  refreshCookie: 'Requires the refresh cookie; no other credential is needed.',
};

function securityOf(row: Route, isPublic: boolean, session: boolean): Record<string, never[]>[] {
  if (row.credential === 'session') return [{ accessToken: [] }, {}];
  if (row.credential || isPublic) return [];
  return session ? [{ accessToken: [] }] : [{ accessToken: [] }, { apiKey: [] }];
}

function inWords(names: readonly string[], word: string): string {
  return names.map((name) => `\`${name}\``).join(` ${word} `);
}
