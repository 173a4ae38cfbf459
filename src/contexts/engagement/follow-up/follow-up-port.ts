import type { FollowUpPort, PortUser } from '../../../nodes/index.js';
import { workspaceScope } from '../../../platform/records/index.js';
import type { WorkContext } from '../../module.js';
import { readReach } from '../channels/index.js';
import { startFollowUp, stopFollowUp } from './start-follow-up.js';

/** Follow-up sequences for one step. */
export function followUpPort(
  context: Pick<WorkContext, 'services' | 'providers' | 'sandbox'>,
  { workspaceId, cause }: PortUser,
): FollowUpPort {
  const scope = workspaceScope(context.services, workspaceId, cause);
  return {
    async start(sequenceId, contactId) {
      return startFollowUp(scope, await readReach(context, workspaceId), { sequenceId, contactId });
    },
    stop: (sequenceId, contactId) => stopFollowUp(scope, { sequenceId, contactId }),
  };
}
