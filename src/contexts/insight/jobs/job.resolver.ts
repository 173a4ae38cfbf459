import { Arg, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql';
import { Allow } from '../../../platform/graphql/allow.js';
import { Audited } from '../../../platform/graphql/audited.js';
import type { GraphContext, Scope } from '../../../platform/graphql/context.js';
import { CurrentScope } from '../../../platform/graphql/current-scope.js';
import { Refuses } from '../../../platform/graphql/refuses.js';
import { classesOf } from '../../../platform/records/index.js';
import { Workspace } from '../../accounts/workspaces/index.js';
import {
  type BulkInput,
  ChangeManyContactsInput,
  ChangeManyExecutionsInput,
  ChangeManyFlowsInput,
  ChangeManyOpportunitiesInput,
} from './bulk.input.js';
import { cancelJob } from './cancel-job.js';
import { createBulkChange } from './create-bulk-change.js';
import { createExport } from './create-export.js';
import { createImport } from './create-import.js';
import { ExportFormat, ExportInput, ImportInput, JobResultPart } from './job.object.js';
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
  @Refuses('LIMIT_REACHED', 'FILTER_INVALID')
  createExport(
    @Ctx() context: GraphContext,
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('input', () => ExportInput) input: ExportInput,
  ): Promise<Job> {
    return createExport(context, scope, input);
  }

  @Mutation(() => classesOf(jobs).type, { description: 'Import the rows of a file.' })
  @Allow('contacts:write')
  @Refuses('LIMIT_REACHED')
  createImport(
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('input', () => ImportInput) input: ImportInput,
  ): Promise<Job> {
    return createImport(scope, input);
  }

  @Mutation(() => classesOf(jobs).type, {
    description: 'Change or delete many contacts. They are processed in the background.',
  })
  @Allow('contacts:write')
  @Refuses('REQUIRED_WITH', 'NOT_ALLOWED_WITH', 'LIMIT_REACHED')
  changeManyContacts(
    @Ctx() context: GraphContext,
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('input', () => ChangeManyContactsInput) input: BulkInput,
  ): Promise<Job> {
    return createBulkChange(context, scope, 'contacts', input);
  }

  @Mutation(() => classesOf(jobs).type, {
    description: 'Change or delete many opportunities. They are processed in the background.',
  })
  @Allow('pipelines:write')
  @Refuses('REQUIRED_WITH', 'NOT_ALLOWED_WITH', 'LIMIT_REACHED')
  changeManyOpportunities(
    @Ctx() context: GraphContext,
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('input', () => ChangeManyOpportunitiesInput) input: BulkInput,
  ): Promise<Job> {
    return createBulkChange(context, scope, 'opportunities', input);
  }

  @Mutation(() => classesOf(jobs).type, {
    description: 'Change or delete many flows. They are processed in the background.',
  })
  @Allow('flows:write')
  @Refuses('REQUIRED_WITH', 'NOT_ALLOWED_WITH', 'LIMIT_REACHED')
  changeManyFlows(
    @Ctx() context: GraphContext,
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('input', () => ChangeManyFlowsInput) input: BulkInput,
  ): Promise<Job> {
    return createBulkChange(context, scope, 'flows', input);
  }

  @Mutation(() => classesOf(jobs).type, {
    description: 'Retry or cancel many executions. They are processed in the background.',
  })
  @Allow('flows:execute')
  @Refuses('REQUIRED_WITH', 'NOT_ALLOWED_WITH', 'LIMIT_REACHED', 'STATE_UNSUITABLE')
  changeManyExecutions(
    @Ctx() context: GraphContext,
    @CurrentScope() scope: Scope,
    @Arg('workspaceId', () => ID) _workspaceId: string,
    @Arg('input', () => ChangeManyExecutionsInput) input: BulkInput,
  ): Promise<Job> {
    return createBulkChange(context, scope, 'executions', input);
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
