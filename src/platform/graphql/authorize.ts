import type { Capability, Role } from '../access/capabilities.js';
import type { Access, Principal } from '../access/principal.js';
import { AppError, notFound } from '../errors/errors.js';
import type { Settings } from '../services.js';

/**
 * What an operation requires of its caller; declared at each resolver by `@Allow` and decided here only. Without
 * `public` and `authenticated`, the caller must be a member of the workspace.
 */
export interface AccessRule {
  /** No credential is required. */
  public?: true;
  /** Any valid credential, outside workspaces. */
  authenticated?: true;
  /** A user who is logged in, not an API key. */
  session?: true;
  /** One, or several that are all required. */
  capability?: Capability | readonly Capability[];
  /** Required of API keys only. */
  keyCapability?: Capability;
  /** One of these roles. */
  roles?: readonly Role[];
  /** Checked last: whether this server offers the operation. */
  offeredBy?: Switch;
}

/** The settings that enable operations. */
type OfferSettings = Pick<Settings, 'creditsSelfService' | 'workspaceCreation'>;

/** A setting by which the operator enables an operation. */
export interface Switch {
  variable: string;
  isOn(settings: OfferSettings): boolean;
  /** The message of the error if it is off: the reason and what to do. */
  refusal: string;
}

/** The caller of a request: a principal, or the error of a missing or invalid credential. */
export type Caller = KnownCaller | { principal: null; violation: AppError };

export interface KnownCaller {
  principal: Principal;
  /** The access that the lookup of an API key has read, valid for that request only. */
  access?: Access | null;
}

/** The error of the caller's credential; null if it is valid. A credential can expire during a connection. */
export function callerViolation(caller: Caller, now: () => Date): AppError | null {
  if (!caller.principal) return caller.violation;
  const { expiresAt } = caller.principal;
  return expiresAt && expiresAt <= now() ? expired(caller.principal) : null;
}

function expired({ kind }: Principal): AppError {
  if (kind === 'apiKey') return keyExpired();
  return new AppError('INVALID_TOKEN', 'The access token has expired. Get a new one, and connect again with it.');
}

/** 401 for an API key whose time is over. */
export function keyExpired(): AppError {
  return new AppError('INVALID_TOKEN', 'The API key has expired. Create a new one.');
}

/** Returns the caller's principal. @throws AppError 401; SESSION_REQUIRED for an API key if the rule requires a session */
export function requirePrincipal(caller: Caller, rule: AccessRule, now: () => Date): Principal {
  const violation = callerViolation(caller, now);
  if (!caller.principal || violation) throw violation;
  if (rule.session && caller.principal.kind !== 'user') {
    throw new AppError('SESSION_REQUIRED', 'API keys are not allowed here. Log in and use the access token.');
  }
  return caller.principal;
}

/**
 * Authorizes the caller.
 * @throws AppError in this order: 404 for the workspace, 403 for an email that must be verified, capability, role, setting
 */
export function authorize(
  rule: AccessRule,
  principal: Principal,
  access: Access | null,
  settings: OfferSettings & Pick<Settings, 'emailVerification'>,
): Access {
  if (!access) throw notFound('workspace');
  if (settings.emailVerification === 'required' && !access.emailVerified) {
    throw new AppError(
      'EMAIL_NOT_VERIFIED',
      'Verify your email first: open the link that was mailed to you, or request a new one with POST /auth/email/send-verification.',
    );
  }
  for (const capability of requiredCapabilities(rule, principal)) requireCapability(access, capability);
  if (rule.roles && !rule.roles.includes(access.role)) {
    throw new AppError('FORBIDDEN', `The role ${rule.roles.join(' or ')} is required; yours is ${access.role}.`);
  }
  requireOffer(rule, settings);
  return access;
}

/** Whether a member holds the capabilities that a rule requires. */
export function holds(rule: AccessRule, principal: Principal, { capabilities }: Pick<Access, 'capabilities'>): boolean {
  return requiredCapabilities(rule, principal).every((capability) => capabilities.has(capability));
}

/** For what only some requests to an operation require. @throws AppError FORBIDDEN if the caller lacks the capability */
export function requireCapability({ capabilities }: Pick<Access, 'capabilities'>, capability: Capability): void {
  if (capabilities.has(capability)) return;
  throw new AppError(
    'FORBIDDEN',
    `The capability ${capability} is required. Ask an owner or admin of the workspace to grant it.`,
  );
}

/** @throws AppError FORBIDDEN if this server does not offer the operation */
export function requireOffer({ offeredBy }: AccessRule, settings: OfferSettings): void {
  if (offeredBy && !offeredBy.isOn(settings)) throw new AppError('FORBIDDEN', offeredBy.refusal);
}

function requiredCapabilities({ capability, keyCapability }: AccessRule, { kind }: Principal): readonly Capability[] {
  return [capability ?? (kind === 'apiKey' ? keyCapability : undefined) ?? []].flat();
}
