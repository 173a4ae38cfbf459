import { registerEnumType } from 'type-graphql';
import type { Role } from './capabilities.js';

/** The roles as the GraphQL enum `Role`. */
export const RoleName = {
  OWNER: 'OWNER',
  ADMIN: 'ADMIN',
  EDITOR: 'EDITOR',
  VIEWER: 'VIEWER',
} as const satisfies Record<Role, Role>;

registerEnumType(RoleName, {
  name: 'Role',
  description: 'Role of a member in a workspace.',
  valuesConfig: {
    OWNER: { description: 'All capabilities; can delete the workspace and add credits.' },
    ADMIN: { description: 'All capabilities but `boveda:manage`.' },
    EDITOR: {
      description:
        'Reads and writes everything but members, secrets and the audit log; runs flows and uses secrets in them.',
    },
    VIEWER: { description: 'Reads everything but the audit log.' },
  },
});
