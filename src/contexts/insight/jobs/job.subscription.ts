import { Arg, Ctx, ID, Resolver, Root, Subscription } from 'type-graphql';
import { Allow } from '../../../platform/graphql/allow.js';
import type { GraphContext } from '../../../platform/graphql/context.js';
import { classesOf, findRecord } from '../../../platform/records/index.js';
import { followRecord } from '../changes/index.js';
import { type Job, jobs } from './job.record.js';

interface JobArgs {
  workspaceId: string;
  jobId: string;
}

@Resolver()
export class JobSubscriptions {
  @Subscription(() => classesOf(jobs).type, {
    subscribe: ({ args, context }: { args: JobArgs; context: GraphContext }) => followJob(context, args),
    description: 'Subscribe to a job: first as it is, then after each change. Completes when the job ends',
  })
  @Allow({})
  jobUpdated(
    @Root() job: object,
    @Ctx() _context: GraphContext,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('jobId', () => ID) _jobId: string,
  ): object {
    return job;
  }
}

/** The states of a job, to its end. @throws AppError NOT_FOUND */
async function* followJob(context: GraphContext, { workspaceId, jobId }: JobArgs): AsyncGenerator<Job> {
  const scope = context.scope(workspaceId);
  // The feed begins before the first read, so that no change falls between them.
  const changes = followRecord(context, { workspaceId: scope.workspaceId, type: 'job', id: jobId });
  for await (const _ of changes) {
    const job = await findRecord(scope, jobs, jobId);
    yield job;
    if (job.finishedAt !== null) return;
  }
}
