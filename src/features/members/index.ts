export { findAccess } from './find-access.js';
export { findLiveUser, type LiveUser } from './find-live-user.js';
export { listMemberships, type Membership } from './list-memberships.js';
export { RoleName } from './role.enum.js';
