import { defineModule } from '../../module.js';
import { workspaceChanges } from './change.entity.js';
import { changeFeed } from './change-feed.js';
import { changeRetention } from './delete-old-changes.js';

export { changeResolvers } from './change.resolver.js';
export { changesChannel } from './change-feed.js';
export { followRecord } from './subscribe-changes.js';
export { readWorkspaceCursor } from './workspace-cursor.js';

export const changesModule = defineModule({
  name: 'insight/changes',
  entities: [workspaceChanges],
  services: [changeFeed],
  tasks: [changeRetention],
});
