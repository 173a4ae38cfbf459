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
  webhookToken: {
    type: 'apiKey',
    in: 'query',
    name: 'token',
    description: 'The webhook token of a flow. It identifies the flow and is the only credential of the request.',
  },
  refreshCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'wa_refresh',
    description: 'The refresh token, an HttpOnly cookie that logins set. Each refresh replaces it.',
  },
} as const;

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
  return {
    text: sentences.filter((sentence) => typeof sentence === 'string').join(' '),
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
  if (row.credential === 'session') return [{ refreshCookie: [] }, { accessToken: [] }];
  if (row.credential) return [{ [row.credential]: [] }];
  if (isPublic) return [];
  return session ? [{ accessToken: [] }] : [{ accessToken: [] }, { apiKey: [] }];
}

function inWords(names: readonly string[], word: string): string {
  return names.map((name) => `\`${name}\``).join(` ${word} `);
}
