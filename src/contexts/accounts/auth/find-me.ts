import type { Principal } from '../../../platform/access/principal.js';
import type { Services } from '../../../platform/services.js';
import { listMemberships } from '../members/index.js';
import { findLiveUser } from '../users/index.js';
import type { Me } from './credentials.object.js';

/** Returns the caller with the workspaces that the credential gives access to. @throws AppError INVALID_TOKEN */
export async function findMe(services: Services, principal: Principal): Promise<Me> {
  const only = principal.kind === 'apiKey' ? principal.workspaceId : null;
  const [{ id, email, name, emailVerified }, workspaces] = await Promise.all([
    findLiveUser(services, principal),
    listMemberships(services.db.pool, principal.userId, only),
  ]);
  return { id, email, name, emailVerified, workspaces };
}
