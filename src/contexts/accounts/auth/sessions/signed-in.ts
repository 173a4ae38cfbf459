import type { GraphContext } from '../../../../platform/graphql/context.js';
import type { Membership } from '../../members/index.js';
import type { Credentials, Me } from '../credentials.object.js';
import { accessTokenLifetime, issueAccessToken } from '../tokens/access-token.js';
import { rememberDevice } from './device-cookie.js';
import { setRefreshCookie } from './refresh-cookie.js';

/** The result of registering, logging in and the like. */
export interface SignedIn {
  user: Me;
  session: {
    id: string;
    /** Absent if an existing session is kept: the client keeps its refresh token. */
    refreshToken?: string;
  };
  sessionVersion: number;
  workspaces: Membership[];
}

/** Issues the credentials: an access token in the answer, a new refresh token as a cookie. */
export async function issueCredentials(context: GraphContext, signedIn: SignedIn): Promise<Credentials> {
  const { user, session, sessionVersion, workspaces } = signedIn;
  const claims = { userId: user.id, sessionId: session.id, sessionVersion };
  const accessToken = await issueAccessToken(context.services, claims);
  if (session.refreshToken) {
    setRefreshCookie(context, session.refreshToken);
    rememberDevice(context, user.id);
  }
  return { accessToken, expiresIn: accessTokenLifetime, user, workspaces };
}
