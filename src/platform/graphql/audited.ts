import { Extensions } from 'type-graphql';

/**
 * Declares a field whose reads are in the audit log, by the name of the action: `@Audited('exportContacts')`. Mutations
 * need no declaration.
 */
export function Audited(action: string): MethodDecorator & PropertyDecorator {
  return Extensions({ audited: action });
}
