import { listener } from '../../../platform/events/index.js';
import { rightsLost } from '../../accounts/members/index.js';
import { defineModule } from '../../module.js';
import { OwnedByKeyResolver, OwnedByMemberResolver } from './owned.resolver.js';
import { pauseStopped } from './pause-stopped.js';

/** What runs as users and API keys, and stops with them. */
export const runAsModule = defineModule({
  name: 'automation/run-as',
  resolvers: [OwnedByMemberResolver, OwnedByKeyResolver],
  listeners: [listener(rightsLost, pauseStopped)],
});
