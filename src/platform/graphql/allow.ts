import { Authorized, Extensions } from 'type-graphql';
import type { Capability } from '../access/capabilities.js';
import type { AddressLimit } from '../rate-limit/rate-limits.js';
import type { AccessRule } from './authorize.js';

/** A rule with the argument that contains the workspace: `workspaceId`, or `id` for `Query.workspace`. */
export interface DeclaredRule extends AccessRule {
  workspaceArg?: string;
  /** Counts each call against a limit of the sender's address. */
  limit?: AddressLimit;
  /** Who may read what a mutation changes, if its capability does not say it: `contacts:write` stands for `contacts:read`. */
  reads?: AccessRule;
  /** Why the calls of a mutation are not in the audit log. They are by default. */
  unaudited?: string;
}

/**
 * Declares who may call an operation, beside its resolver: `@Allow('flows:read')` or `@Allow({ session: true })`. Every
 * root field and every field of `Workspace` has one. Root fields are checked before their arguments are read, so that
 * an unauthorized caller learns nothing from validation errors; see `check-operation.ts`.
 */
export function Allow(declared: DeclaredRule | Capability): MethodDecorator & PropertyDecorator {
  const rule: DeclaredRule = typeof declared === 'string' ? { capability: declared } : declared;
  return (target: object, key: string | symbol, descriptor?: PropertyDescriptor) => {
    Extensions({ rule })(target, key, descriptor as TypedPropertyDescriptor<unknown>);
    Authorized(rule as unknown as string)(target, key, descriptor as TypedPropertyDescriptor<unknown>);
  };
}
