import type { Principal } from '../../../platform/access/principal.js';
import type { Services } from '../../../platform/services.js';
import { findLiveUser } from '../users/index.js';
import type { Me } from './credentials.object.js';
import { toUser } from './find-user.js';

/** Returns the caller. @throws AppError INVALID_TOKEN */
export async function findMe(services: Services, principal: Principal): Promise<Me> {
  return toUser(await findLiveUser(services, principal));
}
