import type { GraphContext } from '../../../../platform/graphql/context.js';

/** The session of the caller's access token; null for a token of another issuer. @throws AppError SESSION_REQUIRED */
export function currentSession(context: GraphContext): string | null {
  const principal = context.principal({ session: true });
  return principal.kind === 'user' ? principal.sessionId : null;
}
