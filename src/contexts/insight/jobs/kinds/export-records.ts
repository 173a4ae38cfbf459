import { stringify } from 'csv-stringify/sync';
import type { DocumentNode, FragmentDefinitionNode, SelectionSetNode } from 'graphql';
import { AppError, toAppError } from '../../../../platform/errors/errors.js';
import { documentOf } from '../graph-operations.js';
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
  const output = job.format === 'jsonl' ? jsonLines(items) : csvText(items, await fieldsOf(resource), isFirst);
  return { done: items.length, output, position: nextCursor, isOver: nextCursor === null };
};

async function readPage({ job, context }: StepContext, resource: ExportResource): Promise<ListedPage> {
  const read = (limit: number) =>
    listPage(context(), job.workspaceId, resource, {
      filter: job.request.filter,
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

/** Spreadsheets evaluate cells that begin with certain characters as formulas, so these get an apostrophe. */
function csvText(items: readonly Record<string, unknown>[], fields: readonly string[], isFirst: boolean): string {
  const rows = items.map((item) => fields.map((name) => cellOf(item[name])));
  return stringify(isFirst ? [fields, ...rows] : rows, { record_delimiter: '\r\n', escape_formulas: true });
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) {
    const isPlain = value.every((entry) => typeof entry !== 'object' || entry === null);
    return isPlain ? value.join(';') : JSON.stringify(value);
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The fields that REST shows of the records of a list, in their order. */
async function fieldsOf(resource: ExportResource): Promise<string[]> {
  const document = await documentOf(listedResources[resource].operation);
  const operation = document.definitions.find(({ kind }) => kind === 'OperationDefinition');
  const list = below((operation as { selectionSet: SelectionSetNode }).selectionSet, document, [
    'workspace',
    listedResources[resource].field,
    'items',
  ]);
  return namesIn(list, document);
}

function below(set: SelectionSetNode, document: DocumentNode, [name, ...rest]: readonly string[]): SelectionSetNode {
  if (name === undefined) return set;
  for (const selection of set.selections) {
    if (selection.kind === 'Field' && selection.name.value === name && selection.selectionSet)
      return below(selection.selectionSet, document, rest);
  }
  throw new Error(`The list must select ${name}.`);
}

function namesIn(set: SelectionSetNode, document: DocumentNode): string[] {
  return set.selections.flatMap((selection) => {
    if (selection.kind === 'Field') return [selection.alias?.value ?? selection.name.value];
    if (selection.kind === 'InlineFragment') return namesIn(selection.selectionSet, document);
    const fragment = document.definitions.find(
      (one): one is FragmentDefinitionNode =>
        one.kind === 'FragmentDefinition' && one.name.value === selection.name.value,
    );
    return fragment ? namesIn(fragment.selectionSet, document) : [];
  });
}
