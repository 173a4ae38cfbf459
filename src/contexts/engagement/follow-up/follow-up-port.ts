import type { FollowUpPort, PortUser } from '../../../nodes/index.js';
import { workspaceScope } from '../../../platform/records/index.js';
import type { WorkContext } from '../../module.js';
import { startFollowUp, stopFollowUp } from './start-follow-up.js';

/** Follow-up sequences for one step. */
export function followUpPort(
  { services }: Pick<WorkContext, 'services'>,
  { workspaceId, cause }: PortUser,
): FollowUpPort {
  const scope = workspaceScope(services, workspaceId, cause);
  return {
    start: (sequenceId, contactId) => startFollowUp(scope, { sequenceId, contactId }),
    stop: (sequenceId, contactId) => stopFollowUp(scope, { sequenceId, contactId }),
  };
}
