import { defineModule } from '../../module.js';
import { pollItems } from './poll-item.entity.js';
import { startPoller } from './start-poller.js';

export const pollingModule = defineModule({
  name: 'automation/polling',
  entities: [pollItems],
  workers: [startPoller],
});
