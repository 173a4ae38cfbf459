import type { GraphContext } from '../../../../platform/graphql/context.js';
import { newId } from '../../../../platform/new-id.js';
import { readSignedWords, signWords } from '../../../../platform/signed-text.js';
import { readCookie, setCookie } from './cookies.js';
import { sessionLifetime } from './session-lifetime.js';

const cookieName = 'wa_device';
const usersAtMost = 5;

/** A browser, and the users who have logged in with it, the last one first. */
export interface Device {
  id: string;
  userIds: readonly string[];
}

/** Reads the device of the request from its cookie; null for one that this server has not signed. */
export function readDevice(context: GraphContext): Device | null {
  const signed = readCookie(context, cookieName);
  const words = signed ? readSignedWords(context.services.settings.jwtSecret, cookieName, signed) : null;
  const [id, ...userIds] = (words ?? []) as string[];
  return id === undefined ? null : { id, userIds };
}

/**
 * Remembers that a user has logged in with this device, or has read a mail on it. Failed logins of others do not lock
 * the user out of it. The cookie grants nothing else.
 */
export function rememberDevice(context: GraphContext, userId: string): void {
  const known = readDevice(context);
  const others = known?.userIds.filter((id) => id !== userId) ?? [];
  const words = [known?.id ?? newId(), userId, ...others.slice(0, usersAtMost - 1)];
  setCookie(context, cookieName, signWords(context.services.settings.jwtSecret, cookieName, words), sessionLifetime);
}
