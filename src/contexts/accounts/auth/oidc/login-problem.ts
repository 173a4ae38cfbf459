import { AppError, type ErrorCode } from '../../../../platform/errors/errors.js';

/** Why a login by a provider failed: the code of the error, and the sentence for the user, without inner details. */
const problems = {
  PROVIDER_UNAVAILABLE: [
    'UNAVAILABLE',
    'The provider cannot be reached, or its answer is not valid. Try again in a minute. If that does not help, ask the operator of this server.',
  ],
  PROVIDER_DENIED: ['UNAUTHENTICATED', 'The provider has not confirmed the login. Start it again.'],
  LOGIN_ENDED: [
    'INVALID_TOKEN',
    'This login was already used, has expired, or was started in another browser. Start it again.',
  ],
  EMAIL_UNVERIFIED: [
    'FORBIDDEN',
    'The provider has not verified your email. Verify it there, or ask the administrator of the provider to do so.',
  ],
  NO_ACCOUNT: [
    'FORBIDDEN',
    'You have no account on this server. Ask an administrator of your workspace for an invitation.',
  ],
  NO_ROLE: [
    'FORBIDDEN',
    'The provider gives you no role on this server. Ask the administrator of the provider for one.',
  ],
  ACCOUNT_DISABLED: ['FORBIDDEN', 'Your account cannot log in. Ask the operator of this server.'],
  LINK_FIRST: [
    'CONFLICT',
    'An account with your email already exists. Log in to it as before, then confirm that the provider is linked to it.',
  ],
  IDENTITY_TAKEN: ['CONFLICT', 'This account of the provider is already linked to another user.'],
} as const satisfies Readonly<Record<string, readonly [ErrorCode, string]>>;

export type LoginProblem = keyof typeof problems;

/** The rules by which logins fail, for `Refuses`. */
export const loginProblems = Object.keys(problems) as readonly LoginProblem[];

/** The error of a login by a provider; its detail names the problem. */
export function loginProblem(problem: LoginProblem): AppError {
  const [code, message] = problems[problem];
  const retryAfter = code === 'UNAVAILABLE' ? 30 : undefined;
  return new AppError(code, message, [{ field: 'providerId', rule: problem, message }], retryAfter);
}

/** The problem of an error, for the sign-in screen; null for any other error. */
export function problemOf({ details = [] }: AppError): LoginProblem | null {
  return loginProblems.find((problem) => details.some(({ rule }) => rule === problem)) ?? null;
}
