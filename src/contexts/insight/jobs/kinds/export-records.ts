import { AppError, toAppError } from '../../../../platform/errors/errors.js';
import type { Services } from '../../../../platform/services.js';
import { readOperation } from '../../../../rest/openapi/read-operation.js';
import { csvOf } from '../../../crm/contact-bulk/index.js';
import { documentOf, graphExecutor } from '../graph-operations.js';
import type { ExportResource } from '../job.object.js';
import { type ListedPage, listedResources, listPage } from '../resources.js';
import type { StepContext, TakeStep } from './job-kind.js';

/** Records of one page, and fewer where they are so large that their answer would exceed its limit. */
const pageSizes = [100, 10, 1];
/** Bytes of the file of an export. */
const largestFile = 512 * 1024 * 1024;

/** Writes the next page of records into the file. */
export const exportRecords: TakeStep = async (step) => {
  const { job } = step;
  if (Number(job.resultBytes) > largestFile) {
    throw new AppError('BAD_REQUEST', 'The file must not be larger than 512 MiB. Export fewer records with a filter.');
  }
  const resource = job.resource as ExportResource;
  const { items, pagination } = await readPage(step, resource);
  const { nextCursor } = pagination;
  const isFirst = job.position === '';
  const output =
    job.format === 'jsonl'
      ? jsonLines(items)
      : csvOf(items, await fieldsOf(step.context().services, resource), isFirst);
  return { done: items.length, output, position: nextCursor, isOver: nextCursor === null };
};

async function readPage({ job, context }: StepContext, resource: ExportResource): Promise<ListedPage> {
  const read = (limit: number) =>
    listPage(context(), job.workspaceId, resource, {
      filter: job.request.filter,
      search: job.request.search,
      cursor: job.position || null,
      limit,
    });
  for (const limit of pageSizes.slice(0, -1)) {
    try {
      return await read(limit);
    } catch (error) {
      if (toAppError(error)?.code !== 'ANSWER_TOO_LARGE') throw error;
    }
  }
  return read(1);
}

function jsonLines(items: readonly object[]): string {
  return items.map((item) => `${JSON.stringify(item)}\n`).join('');
}

/** The fields that REST shows of the records of a list, in their order. */
async function fieldsOf(services: Services, resource: ExportResource): Promise<string[]> {
  const { operation, field } = listedResources[resource];
  const { schema } = await services.get(graphExecutor)();
  let { selected } = readOperation(schema, await documentOf(operation));
  for (const name of ['workspace', field, 'items']) selected = selected.find((one) => one.name === name)?.below ?? [];
  return selected.map(({ name }) => name);
}
