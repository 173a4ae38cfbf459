import { registerEnumType } from 'type-graphql';
import type { Role } from './capabilities.js';

/** The roles as GraphQL's enum `Role`. */
export const RoleName = {
  OWNER: 'OWNER',
  ADMIN: 'ADMIN',
  EDITOR: 'EDITOR',
  VIEWER: 'VIEWER',
} as const satisfies Record<Role, Role>;

registerEnumType(RoleName, { name: 'Role', description: 'What a member is in a workspace' });
