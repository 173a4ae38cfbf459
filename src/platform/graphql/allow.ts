import { Authorized, Extensions } from 'type-graphql';
import type { AccessRule } from '../access/authorize.js';
import type { AddressLimit } from '../rate-limit/rate-limits.js';

/** A rule and the argument that names the workspace: `workspaceId`, or `id` on `Query.workspace`. */
export interface DeclaredRule extends AccessRule {
  workspaceArg?: string;
  /** Counts each use against a limit of its sender's address. */
  limit?: AddressLimit;
}

/**
 * Declares who may use an operation, beside its resolver: `@Allow('flows:read')` or `@Allow({ session: true })`.
 * Every root field and every field of `Workspace` carries one. Root fields are checked before their arguments are
 * read, so that a stranger learns nothing from his own mistakes; see `app/execute-operation.ts`.
 */
export function Allow(
  declared: DeclaredRule | NonNullable<AccessRule['capability']>,
): MethodDecorator & PropertyDecorator {
  const rule: DeclaredRule = typeof declared === 'string' ? { capability: declared } : declared;
  return (target: object, key: string | symbol, descriptor?: PropertyDescriptor) => {
    Extensions({ rule })(target, key, descriptor as TypedPropertyDescriptor<unknown>);
    Authorized(rule as unknown as string)(target, key, descriptor as TypedPropertyDescriptor<unknown>);
  };
}
