import { OutboundError } from '../../../platform/outbound/index.js';
import type { StoredConnection } from './read-stored.js';

/** What to do about a connection that cannot be used. */
export function reconnect({ name, problem, auth }: Pick<StoredConnection, 'name' | 'problem' | 'auth'>): OutboundError {
  const asksFor =
    auth.type === 'oauth2'
      ? 'No account is connected: connect one with POST /connections/{connectionId}/connect.'
      : 'Its credentials are missing: send them again.';
  const message = `The connection "${name}" must be connected again. ${problem ?? asksFor}`;
  return new OutboundError('CONNECTION_RECONNECT', message, false);
}
