import type { Capability } from '../../../platform/access/capabilities.js';
import { eventType } from '../../../platform/events/index.js';
import type { Scope } from '../../../platform/graphql/context.js';
import type { PausedAutomations } from './pause-automations.js';

export interface LostRights {
  /** Who took the rights, and where. */
  scope: Scope;
  /** The user, whose API keys lose what they lose, or one API key. */
  runAs: string;
  /** What the user can still do; null for one who was removed, and for a key that was revoked. */
  held: ReadonlySet<Capability> | null;
  at: Date;
  /** Listeners add what they paused. */
  paused: PausedAutomations;
}

/** Published in the transaction in which a user or an API key loses rights: what needs them is paused in it. */
export const rightsLost = eventType<LostRights>('members.rightsLost');
