import { Unreachable } from '../api/errors';
import { graphql, type VariablesOf } from '../api/graphql';
import { keyOf, queries } from '../api/query';
import { request, uploadFile } from '../api/request';
import { randomText } from '../api/session';
import { dismiss } from './actions';
import { holdBack, openJob, whenEnded } from './follow';
import { type Job, listJobs, listProblems, type Problem } from './operations';

const changes = {
  contacts: graphql(`
    mutation JobsChangeContacts($workspaceId: ID!, $input: ChangeManyContactsInput!) {
      job: changeManyContacts(workspaceId: $workspaceId, input: $input) {
        id
      }
    }
  `),
  flows: graphql(`
    mutation JobsChangeFlows($workspaceId: ID!, $input: ChangeManyFlowsInput!) {
      job: changeManyFlows(workspaceId: $workspaceId, input: $input) {
        id
      }
    }
  `),
  executions: graphql(`
    mutation JobsChangeExecutions($workspaceId: ID!, $input: ChangeManyExecutionsInput!) {
      job: changeManyExecutions(workspaceId: $workspaceId, input: $input) {
        id
      }
    }
  `),
};

const createExport = graphql(`
  mutation JobsExport($workspaceId: ID!, $input: ExportInput!) {
    createExport(workspaceId: $workspaceId, input: $input) {
      id
    }
  }
`);

export type BulkResource = keyof typeof changes;
/** Which records of a kind to change, and how. */
export type BulkInput<Resource extends BulkResource> = VariablesOf<(typeof changes)[Resource]>['input'];

/** A job of the server, and its end, which is also known when another screen is open by then. */
export interface StartedJob {
  id: string;
  ended: Promise<Job>;
}

/** Starts a change of many records. @throws ServerError | Unreachable */
export const startChange = <Resource extends BulkResource>(
  workspaceId: string,
  resource: Resource,
  input: BulkInput<Resource>,
): Promise<StartedJob> =>
  start(async (key) => {
    // Each input belongs to its operation.
    const operation = changes[resource] as (typeof changes)['contacts'];
    const variables = { workspaceId, input: input as BulkInput<'contacts'> };
    return (await request(operation, variables, undefined, key)).job.id;
  });

/** Starts an export. @throws ServerError | Unreachable */
export const startExport = (
  workspaceId: string,
  input: VariablesOf<typeof createExport>['input'],
): Promise<StartedJob> =>
  start(async (key) => (await request(createExport, { workspaceId, input }, undefined, key)).createExport.id);

/** Sends a CSV file of contacts. @throws ServerError | Unreachable */
export const startImport = (workspaceId: string, file: Blob, existing: 'update' | 'skip'): Promise<StartedJob> =>
  start(async (key) => {
    const { id } = await uploadFile<{ id: string }>(
      `/workspaces/${workspaceId}/imports?existing=${existing}`,
      file,
      key,
    );
    return id;
  });

/** What did not arrive is sent again, with the same key: the server begins one job. */
const attempts = 4;

async function start(send: (key: string) => Promise<string>): Promise<StartedJob> {
  const key = randomText();
  for (let attempt = 1; ; attempt++) {
    try {
      const id = await send(key);
      holdBack(id);
      const ended = whenEnded(id);
      void queries.invalidateQueries({ queryKey: keyOf(listJobs, null).slice(0, 1) });
      return { id, ended };
    } catch (error) {
      if (!(error instanceof Unreachable) || attempt === attempts) throw error;
      await new Promise((resolve) => setTimeout(resolve, 500 * 2 ** attempt));
    }
  }
}

/** What a change came to: those that failed, and those that were left when it was stopped. */
export interface Changed {
  changed: number;
  left: string[];
}

/**
 * Starts a change of records by their IDs or a filter. A change without problems is dismissed, because its caller says so; of
 * another one the dialog is opened.
 * @throws ServerError | Unreachable if it cannot be started
 */
export async function changeMany<Resource extends BulkResource>(
  workspaceId: string,
  resource: Resource,
  input: BulkInput<Resource>,
): Promise<{ ended: Promise<Changed> }> {
  const { ended } = await startChange(workspaceId, resource, input);
  return { ended: ended.then((job) => report(job, (input.ids ?? []) as string[])) };
}

async function report(job: Job, ids: readonly string[]): Promise<Changed> {
  const changed = job.created + job.updated + job.deleted;
  if (job.status === 'completed' && job.failed === 0) {
    dismiss(job);
    return { changed, left: [] };
  }
  openJob(job.id);
  const failed = new Set((await problemsOf(job)).map(({ recordId }) => recordId));
  return { changed, left: ids.filter((id, index) => failed.has(id) || index >= job.done) };
}

async function problemsOf({ workspaceId, id, failed }: Job): Promise<Problem[]> {
  if (failed === 0) return [];
  return (await request(listProblems, { id: workspaceId, jobId: id })).workspace.job?.errors ?? [];
}
