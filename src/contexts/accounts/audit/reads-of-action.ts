import type { GraphQLSchema } from 'graphql';
import { type Capability, capabilities } from '../../../platform/access/capabilities.js';
import type { DeclaredRule } from '../../../platform/graphql/allow.js';
import { type AccessRule, holds } from '../../../platform/graphql/authorize.js';
import type { Scope } from '../../../platform/graphql/context.js';
import type { AuditEntry } from './audit-entry.object.js';

/** Whether the caller may read what an action changes, and so the values in its entries. */
export function mayReadChange(
  { access, principal }: Pick<Scope, 'access' | 'principal'>,
  schema: GraphQLSchema,
  { action }: Pick<AuditEntry, 'action'>,
): boolean {
  return holds(readsOfAction(schema, action), principal, access);
}

function readsOfAction(schema: GraphQLSchema, action: string): AccessRule {
  const mutation = schema.getMutationType()?.getFields()[action];
  // A mutation of another version may have been about anything.
  if (!mutation) return { capability: capabilities };
  const { reads, capability, keyCapability } = (mutation.extensions.rule ?? {}) as DeclaredRule;
  if (reads) return reads;
  return {
    ...(capability && { capability: [capability].flat().map(toRead) }),
    ...(keyCapability && { keyCapability: toRead(keyCapability) }),
  };
}

/** `contacts:write` is given for what `contacts:read` shows. What is no pair shows it itself. */
function toRead(capability: Capability): Capability {
  return capability.replace(/:(write|execute)$/, ':read') as Capability;
}
