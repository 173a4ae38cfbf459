import { defineModule } from '../../module.js';
import { jobRetention } from './delete-old-jobs.js';
import { jobs } from './job.record.js';
import { JobMutations, JobResolver, WorkspaceJobResultResolver } from './job.resolver.js';
import { JobSubscriptions } from './job.subscription.js';
import { jobParts } from './job-part.entity.js';
import { startJobs } from './work-on-jobs.js';

export { contextOfJob, graphExecutor } from './graph-operations.js';

/** Exports, imports and changes of many records, which the server goes on with when their client is gone. */
export const jobsModule = defineModule({
  name: 'insight/jobs',
  entities: [jobParts],
  records: [jobs],
  resolvers: [JobResolver, WorkspaceJobResultResolver, JobMutations, JobSubscriptions],
  workers: [startJobs],
  tasks: [jobRetention],
  routes: async () => [(await import('./job.routes.js')).routes],
});
