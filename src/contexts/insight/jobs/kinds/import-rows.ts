import { cellOf } from '../../../crm/contact-bulk/index.js';
import { runOperation } from '../graph-operations.js';
import type { JobProblem } from '../job.object.js';
import type { RowsOfFile } from '../read-file.js';
import type { StepContext, StepOutcome, TakeStep } from './job-kind.js';

/** Writes the rows of the next part of the file. */
export const importRows: TakeStep = (step) =>
  step.part === null ? Promise.resolve({ isOver: true }) : importContacts(step, JSON.parse(step.part) as RowsOfFile);

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
  const input = { columns, rows: rows.map((row) => row.map(cellOf)), existing: request.existing };
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
