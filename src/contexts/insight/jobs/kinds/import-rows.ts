import type { BatchOperationInput } from '../../../../platform/batch/batch.object.js';
import { runOperation } from '../graph-operations.js';
import type { JobProblem } from '../job.object.js';
import type { RowsOfFile } from '../read-file.js';
import { type BatchAnswer, problemsOf } from './change-records.js';
import type { StepContext, StepOutcome, TakeStep } from './job-kind.js';

/** Operations of one batch. */
const operationsAtOnce = 100;
/** Columns of an export that only the server sets; the ID says which record is meant. */
const ofServer: ReadonlySet<string> = new Set(['id', 'workspaceId', 'createdAt', 'updatedAt']);

/** Writes the rows of the next part of the file. */
export const importRows: TakeStep = (step) => {
  const { job, part } = step;
  if (part === null) return Promise.resolve({ isOver: true });
  const rows = JSON.parse(part) as RowsOfFile;
  return job.resource === 'contacts' ? importContacts(step, rows) : importOpportunities(step, rows);
};

interface ImportedContacts {
  importContacts: {
    created: number;
    updated: number;
    unchanged: number;
    results: { index: number; errors: { field: string; message: string }[] }[];
  };
}

async function importContacts(
  { job, context }: StepContext,
  { columns, rows, lines }: RowsOfFile,
): Promise<StepOutcome> {
  const { workspaceId, request } = job;
  const input = { columns, rows: rows.map((row) => row.map(textOf)), existing: request.existing };
  const { importContacts: done } = await runOperation<ImportedContacts>(context(), 'ImportContacts', {
    workspaceId,
    input,
  });
  const problems = done.results.flatMap(({ index, errors }) =>
    errors.map(({ field, message }): JobProblem => ({ line: lines[index] ?? null, field: field || null, message })),
  );
  const failed = done.results.filter(({ errors }) => errors.length > 0).length;
  const { created, updated, unchanged } = done;
  return { done: rows.length, created, updated, unchanged, failed, problems };
}

/** A value of JSON as a cell of CSV. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(textOf).join(';');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

async function importOpportunities(step: StepContext, file: RowsOfFile): Promise<StepOutcome> {
  const rows = file.rows.map((row, index) => ({ line: file.lines[index] ?? 0, ...operationOf(file.columns, row) }));
  const isSkipped = ({ action }: (typeof rows)[number]) => action === 'update' && step.job.request.existing === 'skip';
  const written = rows.filter((row) => !isSkipped(row));
  const outcome = { done: rows.length, created: 0, updated: 0, unchanged: rows.length - written.length, failed: 0 };
  const problems: JobProblem[] = [];
  for (let from = 0, n = 0; from < written.length; from += operationsAtOnce, n++) {
    const batch = written.slice(from, from + operationsAtOnce);
    const operations = batch.map(({ line: _, ...operation }) => operation);
    const { batchOpportunities } = await runOperation<{ batchOpportunities: BatchAnswer }>(
      step.context(n),
      'BatchOpportunities',
      { workspaceId: step.job.workspaceId, input: { operations } },
    );
    for (const [index, { status, error }] of batchOpportunities.results.entries()) {
      if (error) outcome.failed += 1;
      else if (status === 201) outcome.created += 1;
      else outcome.updated += 1;
      const line = batch[index]?.line ?? null;
      if (error) problems.push(...problemsOf(error).map((problem) => ({ line, ...problem })));
    }
  }
  return { ...outcome, problems };
}

/** A row as the change of an opportunity. Empty cells are left out. */
function operationOf(columns: readonly string[], row: readonly unknown[]): BatchOperationInput {
  const data: Record<string, unknown> = {};
  let id: string | undefined;
  for (const [index, name] of columns.entries()) {
    const cell = row[index];
    const value = typeof cell === 'string' ? cell.trim() : cell;
    if (value === '' || value === null || value === undefined) continue;
    if (name === 'id') id = String(value);
    else if (!ofServer.has(name)) data[name] = value;
  }
  return id === undefined ? { action: 'create', data } : { action: 'update', id, data };
}
