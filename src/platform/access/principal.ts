import type { Capability, Role } from './capabilities.js';

/** The authenticated caller: a user, or an API key of one workspace. */
export type Principal = (
  | { kind: 'user'; userId: string; sessionId: string; sessionVersion: number }
  /** A user authenticated by a token of the trusted issuer, without a session of this server. */
  | { kind: 'user'; userId: string; sessionId: null; issuedAt: Date }
  | {
      kind: 'apiKey';
      keyId: string;
      workspaceId: string;
      /** The creator, whose capabilities limit those of the key. */
      userId: string;
      /** `*` stands for all of the creator's. */
      capabilities: readonly (Capability | '*')[];
    }
) & {
  /** When the credential expires; null for a key that does not. */
  expiresAt: Date | null;
};

/** The access of a principal to a workspace that it is a member of. */
export interface Access {
  workspaceId: string;
  accountId: string;
  workspaceName: string;
  timezone: string;
  country: string | null;
  defaultErrorFlowId: string | null;
  /** Credits that may be spent in a day and in a month, as decimals; null for no limit. */
  dailyBudget: string | null;
  monthlyBudget: string | null;
  postalAddress: string | null;
  createdAt: Date;
  updatedAt: Date;
  userId: string;
  /** Whether the user, for a key its creator, has verified their email. */
  emailVerified: boolean;
  role: Role;
  /** Those of the role and the additional ones; for a key, only those that it has itself. */
  capabilities: ReadonlySet<Capability>;
}

/** What a principal is recorded as: the ID of the API key, or of the user. */
export function principalId(principal: Principal): string {
  return principal.kind === 'apiKey' ? principal.keyId : principal.userId;
}
