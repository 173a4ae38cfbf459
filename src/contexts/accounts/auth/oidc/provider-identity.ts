import type { LoginProvider, ProvidedRole } from '../../../../platform/login-provider.js';
import { normalEmail } from '../../members/index.js';

/** Who has logged in at a provider, from a token that was verified. */
export interface ProviderIdentity {
  providerId: string;
  issuer: string;
  subject: string;
  /** In its normal form; null without one that has the form of an email. */
  email: string | null;
  emailVerified: boolean;
  name: string | null;
  /** The values of the claim that names roles. */
  roleValues: readonly string[];
  idToken: string;
}

type Claims = Readonly<Record<string, unknown>> & { iss: string; sub: string };

/** The identity in the claims of a provider. */
export function toIdentity(provider: LoginProvider, claims: Claims, idToken: string): ProviderIdentity {
  return {
    providerId: provider.id,
    issuer: claims.iss,
    subject: claims.sub,
    email: emailOf(claims.email),
    emailVerified: claims.email_verified === true || isVerifiedByMicrosoft(claims),
    name: nameOf(claims.name),
    roleValues: valuesAt(claims, provider.membership?.rolesClaim?.claim),
    idToken,
  };
}

/** Letters of other scripts in a domain could look like those of another one: browsers and providers send ASCII. */
const emailForm = /^[^\s@"]{1,64}@[A-Za-z\d.-]{1,190}$/;

function emailOf(claim: unknown): string | null {
  return typeof claim === 'string' && emailForm.test(claim) ? normalEmail(claim) : null;
}

/** Microsoft has no `email_verified`, but says whether the tenant owns the domain of the email, if the application asks for it. */
function isVerifiedByMicrosoft({ iss, xms_edov: owned }: Claims): boolean {
  if (new URL(iss).host !== 'login.microsoftonline.com') return false;
  return owned === true || owned === 1 || owned === '1' || owned === 'true';
}

function nameOf(claim: unknown): string | null {
  if (typeof claim !== 'string') return null;
  const name = claim.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return [...name].slice(0, 120).join('') || null;
}

/** A claim, or one inside others (`realm_access.roles`); a list of texts, or one text. */
function valuesAt(claims: Claims, name: string | undefined): string[] {
  if (name === undefined) return [];
  const at = (value: unknown, key: string): unknown =>
    typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
  const value = at(claims, name) ?? name.split('.').reduce(at, claims as unknown);
  return [value].flat().filter((one) => typeof one === 'string');
}

/** The email's domain is one of the provider's, whole. */
export function isOfDomain({ email }: ProviderIdentity, { domains }: LoginProvider): boolean {
  return email !== null && domains.includes(email.slice(email.lastIndexOf('@') + 1));
}

const highestFirst: readonly ProvidedRole[] = ['ADMIN', 'EDITOR', 'VIEWER'];

/** The highest role that the claim names, else the role of the provider; null if there is no such role. */
export function roleOf({ roleValues }: ProviderIdentity, { membership }: LoginProvider): ProvidedRole | null {
  const { rolesClaim, role } = membership ?? { rolesClaim: null, role: null };
  const named = roleValues.flatMap((value) =>
    rolesClaim && Object.hasOwn(rolesClaim.roles, value) ? [rolesClaim.roles[value]] : [],
  );
  return highestFirst.find((one) => named.includes(one)) ?? role;
}
