import { isServerError } from './errors';
import { graphql, type ResultOf } from './graphql';
import { send } from './send';

const refreshSession = graphql(`
  mutation RefreshDashboardSession($key: String) {
    refresh(idempotencyKey: $key) {
      accessToken
      expiresIn
      user {
        id
        name
        email
      }
    }
  }
`);

type Refreshed = ResultOf<typeof refreshSession>['refresh'];
/** The signed-in user. */
export type SessionUser = Refreshed['user'];

/** Seconds before its end at which an access token is replaced. */
const renewBefore = 30;

interface State {
  user: SessionUser | null;
  token: string;
  /** In milliseconds of `performance.now()`. */
  expiresAt: number;
}

// The access token is in memory only; the refresh token is a cookie that no script can read.
let state: State | null = null;
let refreshing: Promise<void> | null = null;
const listeners = new Set<() => void>();

/** Keeps the credentials of a sign-in. */
export function startSession({ accessToken, expiresIn, user }: Refreshed): void {
  state = { user, token: accessToken, expiresAt: performance.now() + expiresIn * 1_000 };
  announce();
}

/** Forgets the credentials, after signing out or when the session was ended. */
export function endSession(): void {
  state = null;
  announce();
}

/** The signed-in user; null if nobody is. */
export const currentUser = (): SessionUser | null => state?.user ?? null;

/** Calls back when somebody signs in or out. @returns what ends that */
export function onSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function announce(): void {
  for (const listener of listeners) listener();
}

/** Continues the session of the cookie. @returns whether there is one @throws Unreachable */
export async function resumeSession(): Promise<boolean> {
  try {
    await renew();
    return true;
  } catch (error) {
    if (isServerError(error)) return false;
    throw error;
  }
}

/** A token that is valid for a while. @throws ServerError if the session has ended, Unreachable */
export async function freshToken(): Promise<string> {
  if (!state || state.expiresAt - performance.now() < renewBefore * 1_000) await renew();
  if (!state) throw new Error('No user is signed in.');
  return state.token;
}

/** The server refused the token: the next one is a new one. */
export function distrustToken(): void {
  if (state) state.expiresAt = 0;
}

function renew(): Promise<void> {
  // One after another over all tabs, because a refresh token can be used only once.
  refreshing ??= inTurn(refresh).finally(() => {
    refreshing = null;
  });
  return refreshing;
}

/** Browsers have locks on pages with TLS and on localhost only. Elsewhere, the key of a refresh is enough. */
const inTurn = (action: () => Promise<void>): Promise<void> =>
  navigator.locks ? navigator.locks.request('workspace-automation-session', action) : action();

const keyAt = 'workspace-automation-refresh';

/**
 * The key of the refresh in progress, also of one whose page was left before the answer arrived: with the same key it is
 * repeated, while a used refresh token without it would be taken for a stolen one.
 */
function refreshKey(): string {
  const key = localStorage.getItem(keyAt) ?? randomText();
  localStorage.setItem(keyAt, key);
  return key;
}

/** 32 random characters. */
export const randomText = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

async function refresh(): Promise<void> {
  try {
    // Goes on when the page is left, so that its cookie arrives.
    const answer = await send(String(refreshSession), { key: refreshKey() }, { survives: true });
    localStorage.removeItem(keyAt);
    startSession((answer as ResultOf<typeof refreshSession>).refresh);
  } catch (error) {
    if (isServerError(error)) localStorage.removeItem(keyAt);
    if (isServerError(error, 'UNAUTHENTICATED', 'INVALID_TOKEN') && state) endSession();
    throw error;
  }
}
