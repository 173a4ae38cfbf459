import { AppError, notFound } from '../errors.js';
import type { Settings } from '../services.js';
import type { Capability, Role } from './capabilities.js';
import type { Access, Principal } from './principal.js';

/**
 * What an operation asks of its caller; declared beside each resolver by `@Allow` and decided here only.
 * `public`: nobody in particular. `authenticated`: any valid credential, outside a workspace. `member`: whoever belongs
 * to the workspace. `session`: a person, not a key. `role`: one of the roles listed.
 */
export interface AccessRule {
  public?: true;
  authenticated?: true;
  session?: true;
  capability?: Capability;
  /** For API keys where members need no capability. */
  keyCapability?: Capability;
  roles?: readonly Role[];
  /** Asked last: whether this server offers the operation at all. */
  offeredBy?: Switch;
}

/** A variable by which the operator switches an operation on and off. */
export interface Switch {
  variable: string;
  setting: 'creditsSelfService';
  /** The message of the error where it is off: the reason and the cure. */
  refusal: string;
}

/** The caller as far as it could be told: a principal, nobody, or a credential that was no good. */
export type Caller = KnownCaller | { principal: null; violation: AppError };

export interface KnownCaller {
  principal: Principal;
  /** What the lookup of an API key told of its workspace on the way: true at that moment, so for that request only. */
  access?: Access | null;
}

/** Why a caller counts as nobody; null for one whose credential is good. It may end while a connection lasts. */
export function callerViolation(caller: Caller, now: () => Date): AppError | null {
  if (!caller.principal) return caller.violation;
  const { expiresAt } = caller.principal;
  return expiresAt && expiresAt <= now() ? expired(caller.principal) : null;
}

function expired({ kind }: Principal): AppError {
  return new AppError(
    'INVALID_TOKEN',
    kind === 'apiKey'
      ? 'This API key has expired. Make a new one.'
      : 'The access token has expired. Get a new one, and connect again with it.',
  );
}

/** The caller's principal, or 401. A rule for sessions refuses API keys with `SESSION_REQUIRED`. */
export function requirePrincipal(caller: Caller, rule: AccessRule, now: () => Date): Principal {
  const violation = callerViolation(caller, now);
  if (!caller.principal || violation) throw violation;
  if (rule.session && caller.principal.kind !== 'user') {
    throw new AppError(
      'SESSION_REQUIRED',
      'This needs a signed-in person. API keys are refused here: log in and use the access token.',
    );
  }
  return caller.principal;
}

/** Lets the caller through or throws, in the order: workspace 404, capability, role and setting 403. */
export function authorize(
  rule: AccessRule,
  principal: Principal,
  access: Access | null,
  settings: Pick<Settings, Switch['setting']>,
): Access {
  if (!access) throw notFound('The workspace');
  const needed = principal.kind === 'apiKey' ? (rule.capability ?? rule.keyCapability) : rule.capability;
  if (needed && !access.capabilities.has(needed)) {
    throw new AppError(
      'FORBIDDEN',
      `This needs the capability ${needed}. Ask an owner or admin of the workspace to grant it.`,
    );
  }
  if (rule.roles && !rule.roles.includes(access.role)) {
    throw new AppError('FORBIDDEN', `This needs the role ${rule.roles.join(' or ')}; yours is ${access.role}.`);
  }
  if (rule.offeredBy && !settings[rule.offeredBy.setting]) throw new AppError('FORBIDDEN', rule.offeredBy.refusal);
  return access;
}
