import type { Capability, Role } from './capabilities.js';

/** Who asks: a signed-in person, or a key that acts in one workspace. */
export type Principal = (
  | { kind: 'user'; userId: string; sessionId: string; sessionVersion: number }
  /** A person whom the trusted issuer vouches for; no session of this server stands behind the token. */
  | { kind: 'user'; userId: string; sessionId: null; issuedAt: Date }
  | {
      kind: 'apiKey';
      keyId: string;
      workspaceId: string;
      /** Whose rights bound the key's. */
      userId: string;
      /** `*` stands for all that the creator holds. */
      capabilities: readonly (Capability | '*')[];
    }
) & {
  /** When the credential ends by itself: from then on it is no good any more. Null for a key that has no end. */
  expiresAt: Date | null;
};

/** What a principal is in one workspace. That it exists means: the principal belongs there. */
export interface Access {
  workspaceId: string;
  accountId: string;
  workspaceName: string;
  timezone: string;
  createdAt: Date;
  updatedAt: Date;
  userId: string;
  role: Role;
  /** Of the role, granted on top, and for a key no more than the key's own. */
  capabilities: ReadonlySet<Capability>;
}
