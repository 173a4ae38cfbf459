import type { GraphContext } from '../../platform/graphql/context.js';
import type { Membership } from '../members/index.js';
import { accessTokenLifetime, issueAccessToken } from './access-token.js';
import type { Credentials, User } from './credentials.object.js';
import { keepRefreshToken } from './refresh-cookie.js';
import type { Session } from './session.js';

/** What registering, logging in and refreshing lead to. */
export interface SignedIn {
  user: User;
  session: Session;
  sessionVersion: number;
  workspaces: Membership[];
}

/** Hands a signed-in person the credentials: the access token in the answer, the refresh token as a cookie. */
export async function handOutCredentials(context: GraphContext, signedIn: SignedIn): Promise<Credentials> {
  const { user, session, sessionVersion, workspaces } = signedIn;
  const claims = { userId: user.id, sessionId: session.id, sessionVersion };
  const accessToken = await issueAccessToken(context.services, claims);
  keepRefreshToken(context, session.refreshToken);
  return { accessToken, expiresIn: accessTokenLifetime, user, workspaces };
}
