export { startScheduler } from './start-scheduler.js';
