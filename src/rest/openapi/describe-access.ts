import type { DeclaredRule } from '../../platform/graphql/allow.js';
import type { Route } from '../route.js';

/** Who may use a route, as the documentation says it. */
export interface DescribedAccess {
  /** One sentence or more. */
  text: string;
  /** The security requirement of OpenAPI: any one of them. */
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
    description: 'The access token of a signed-in person, from `/auth/login`. It lasts 15 minutes.',
  },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description: "An API key of a workspace (`wak_…`). It can do what its capabilities and its creator's rights allow.",
  },
  webhookToken: {
    type: 'apiKey',
    in: 'query',
    name: 'token',
    description: "A flow's webhook token. It names the flow and is all the credential there is.",
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
    row.credential && 'Needs the webhook token in the query, and nothing else.',
    isPublic && !row.credential && 'Needs no credential.',
    session && 'Signed-in people only: API keys are refused.',
    capabilities.length > 0 && `Needs the capability ${inWords(capabilities, 'and')}.`,
    forKeys.length > 0 && `API keys need the capability ${inWords(forKeys, 'and')}; members need none.`,
    roles.length > 0 && `Needs the role ${inWords(roles, 'or')}.`,
    switches.length > 0 && `Refused where the server's ${inWords(switches, 'or')} is off.`,
  ];
  return {
    text: sentences.filter((sentence) => typeof sentence === 'string').join(' '),
    security: securityOf(row, isPublic, session),
    capabilities,
    needsCredential: !isPublic || row.credential !== undefined,
    canBeForbidden: session || capabilities.length + forKeys.length + roles.length + switches.length > 0,
  };
}

function securityOf(row: Route, isPublic: boolean, session: boolean): Record<string, never[]>[] {
  if (row.credential) return [{ [row.credential]: [] }];
  if (isPublic) return [];
  return session ? [{ accessToken: [] }] : [{ accessToken: [] }, { apiKey: [] }];
}

function inWords(names: readonly string[], word: string): string {
  return names.map((name) => `\`${name}\``).join(` ${word} `);
}
