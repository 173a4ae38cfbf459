import type { Role } from '../access/capabilities.js';
import { defineEnum } from './enums.js';

/** The roles as the GraphQL enum `Role`. */
export const RoleName = defineEnum('Role', 'Role of a member in a workspace.', {
  OWNER: 'All capabilities; can delete the workspace and add credits.',
  ADMIN: 'All capabilities but `boveda:manage`.',
  EDITOR: 'Reads and writes everything but members, secrets and the audit log; runs flows and uses secrets in them.',
  VIEWER: 'Reads everything but the audit log.',
} satisfies Record<Role, string>);
