export { type Scheduler, startScheduler } from './start-scheduler.js';
