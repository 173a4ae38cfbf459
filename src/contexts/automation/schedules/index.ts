import { defineModule } from '../../module.js';
import { startScheduler } from './start-scheduler.js';

export const schedulesModule = defineModule({
  name: 'automation/schedules',
  workers: [startScheduler],
});
