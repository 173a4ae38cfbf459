import type { GraphContext } from '../../../../platform/graphql/context.js';
import type { Guess } from '../../../../platform/rate-limit/guess-limiter.js';
import { type Device, readDevice } from './device-cookie.js';

/** Where a request comes from, as far as known. */
export interface Origin {
  userAgent: string | null;
  address: string | null;
  device: Device | null;
}

/** The origin of the server's own calls. */
export const serverItself: Origin = { userAgent: null, address: null, device: null };

const userAgentAtMost = 300;

/** The origin of a request. */
export function originOf(context: GraphContext): Origin {
  const { userAgent, ip } = context.request;
  return {
    userAgent: userAgent?.slice(0, userAgentAtMost) ?? null,
    address: ip ?? null,
    device: readDevice(context),
  };
}

/** A guess of a user's secret. The device counts only if it is known to the user. @param userId absent for an unknown email */
export function guessFrom({ address, device }: Origin, whose: string, userId: string | undefined): Guess {
  const isKnown = device !== null && userId !== undefined && device.userIds.includes(userId);
  return { whose, address, device: isKnown ? device.id : null };
}
