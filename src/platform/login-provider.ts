import type { Role } from './access/capabilities.js';

/** A provider of OpenID Connect that users can log in with. */
export interface LoginProvider {
  /** In the URLs of its logins. */
  id: string;
  /** For the button of the sign-in screen. */
  name: string;
  /** The `iss` of its tokens, as its discovery document has it. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Always with `openid`. */
  scopes: readonly string[];
  /** What follows @ in the emails for which accounts are created, in lower case. */
  domains: readonly string[];
  /** What those accounts join. */
  membership: ProvidedMembership | null;
}

/** What an account joins that a login creates. */
export interface ProvidedMembership {
  workspaceId: string;
  /** Null if only the claim names roles. */
  role: ProvidedRole | null;
  /** The claim whose values name roles, and the role of each value. */
  rolesClaim: { claim: string; roles: Readonly<Record<string, ProvidedRole>> } | null;
}

/** Owners are made by owners only. */
export type ProvidedRole = Exclude<Role, 'OWNER'>;
