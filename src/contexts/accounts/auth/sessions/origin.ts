import type { GraphContext } from '../../../../platform/graphql/context.js';
import type { Guess } from '../../../../platform/rate-limit/brute-force-limits.js';
import { type Device, readDevice } from './device-cookie.js';

/** Where a request comes from, as far as known. */
export interface RequestOrigin {
  userAgent: string | null;
  address: string | null;
  device: Device | null;
}

/** The origin of the server's own calls. */
export const serverItself: RequestOrigin = { userAgent: null, address: null, device: null };

const userAgentAtMost = 300;

/** The origin of a request. */
export function requestOriginOf(context: GraphContext): RequestOrigin {
  const { userAgent, ip } = context.request;
  return {
    userAgent: userAgent?.slice(0, userAgentAtMost) ?? null,
    address: ip ?? null,
    device: readDevice(context),
  };
}

/** A guess of a user's secret. The device counts only if it is known to the user. @param userId absent for an unknown email */
export function attemptFrom({ address, device }: RequestOrigin, whose: string, userId: string | undefined): Guess {
  const isKnown = device !== null && userId !== undefined && device.userIds.includes(userId);
  return { whose, address, device: isKnown ? device.id : null };
}
