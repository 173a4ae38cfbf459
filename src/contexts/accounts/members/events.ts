import { eventType } from '../../../platform/events/index.js';

/** Published when a member was removed from a workspace, or left it: `removedBy` is then the member. */
export const memberRemoved = eventType<{ workspaceId: string; userId: string; removedBy: string }>('members.removed');
