import type { Role } from '../../generated/graphql';
import type { Option } from '../../ui/field';
import type { texts } from './texts';

/** The roles from the least, each with what it may do. */
export const rolesIn = (t: ReturnType<typeof texts>): Option<Role>[] =>
  (['VIEWER', 'EDITOR', 'ADMIN', 'OWNER'] as const).map((role) => ({ value: role, label: t[`role${role}`] }));
