import type { Principal } from '../../../platform/access/principal.js';
import type { Services } from '../../../platform/services.js';
import { listMemberships } from '../members/index.js';
import { findLiveUser } from '../users/index.js';
import type { Me } from './credentials.object.js';

/** Who the caller is, with the workspaces that this credential reaches. @throws AppError INVALID_TOKEN */
export async function findMe(services: Services, principal: Principal): Promise<Me> {
  const only = principal.kind === 'apiKey' ? principal.workspaceId : null;
  const [{ id, email, name }, workspaces] = await Promise.all([
    findLiveUser(services, principal),
    listMemberships(services.db.pool, principal.userId, only),
  ]);
  return { id, email, name, workspaces };
}
