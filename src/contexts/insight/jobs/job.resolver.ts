import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, FieldResolver, ID, Info, Mutation, Resolver, Root } from 'type-graphql';
import { Allow } from '../../../platform/graphql/allow.js';
import { Audited } from '../../../platform/graphql/audited.js';
import type { GraphContext, Scope } from '../../../platform/graphql/context.js';
import { CurrentScope } from '../../../platform/graphql/current-scope.js';
import { Refuses } from '../../../platform/graphql/refuses.js';
import { classesOf } from '../../../platform/records/index.js';
import { Workspace } from '../../accounts/workspaces/index.js';
import { cancelJob } from './cancel-job.js';
import { createBulkChange } from './create-bulk-change.js';
import { createExport } from './create-export.js';
import { createImport } from './create-import.js';
import { BulkInput, BulkResource, ExportFormat, ExportInput, ImportInput, JobResultPart } from './job.object.js';
import { type Job, jobs } from './job.record.js';
import { readResult } from './read-result.js';

@Resolver(() => classesOf(jobs).type)
export class JobResolver {
  @FieldResolver(() => String, {
    nullable: true,
    description: 'The URL of the file of an export, for a request with a credential; null until it is completed.',
  })
  resultUrl(@Root() { id, workspaceId, type, status, format }: Job, @Ctx() { services }: GraphContext): string | null {
    if (type !== 'export' || status !== 'completed') return null;
    return `${services.settings.publicUrl}/workspaces/${workspaceId}/jobs/${id}/result.${format}`;
  }
}

@Resolver(() => Workspace)
export class WorkspaceJobResultResolver {
  @FieldResolver(() => JobResultPart, { description: 'Read the file of an export, part by part.' })
  @Allow({})
  @Audited('readJobResult')
  @Refuses('CURSOR_INVALID')
  jobResult(
    @CurrentScope() scope: Scope,
    @Arg('jobId', () => ID) jobId: string,
    @Arg('format', () => ExportFormat, {
      nullable: true,
      description: 'The format that the file must have. Defaults to any.',
    })
    format: ExportFormat | null,
    @Arg('after', () => ID, {
      nullable: true,
      description: 'The `next` of the previous part. Defaults to the first part.',
    })
    after: string | null,
  ): Promise<JobResultPart> {
    return readResult(scope, jobId, format ?? null, after ?? null);
  }
}

@Resolver()
export class JobMutations {
  @Mutation(() => classesOf(jobs).type, { description: 'Export the records that a filter selects into a file.' })
  @Allow({})
  @Refuses('LIMIT_REACHED')
  createExport(
    @Ctx() context: GraphContext,
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('input', () => ExportInput) input: ExportInput,
  ): Promise<Job> {
    return createExport(context, scope, input);
  }

  @Mutation(() => classesOf(jobs).type, { description: 'Import the rows of a file.' })
  @Allow({})
  @Refuses('LIMIT_REACHED')
  createImport(
    @CurrentScope() scope: Scope,
    @Info() { schema }: GraphQLResolveInfo,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('input', () => ImportInput) input: ImportInput,
  ): Promise<Job> {
    return createImport(scope, schema, input);
  }

  @Mutation(() => classesOf(jobs).type, {
    description: 'Do the same to many records: those that a filter selects, or those with IDs.',
  })
  @Allow({})
  @Refuses('LIMIT_REACHED', 'REQUIRED_WITH', 'NOT_ALLOWED_WITH', 'ACTION_UNSUITABLE', 'DATA_INVALID')
  createBulkChange(
    @Ctx() context: GraphContext,
    @CurrentScope() scope: Scope,
    @Info() { schema }: GraphQLResolveInfo,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('resource', () => BulkResource, { description: 'The kind of records.' }) resource: BulkResource,
    @Arg('input', () => BulkInput) input: BulkInput,
  ): Promise<Job> {
    return createBulkChange(context, scope, schema, resource, input);
  }

  @Mutation(() => classesOf(jobs).type, {
    description: 'Cancel a job. The step in progress is completed, and what was done stays done.',
  })
  @Allow({})
  cancelJob(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('jobId', () => ID) jobId: string,
  ): Promise<Job> {
    return cancelJob(scope, jobId);
  }
}
