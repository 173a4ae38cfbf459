import { claimColumns, column, generatedId } from '../../../platform/database/mapping/columns.js';
import {
  defineRecord,
  initially,
  integer,
  looseId,
  objects,
  oneOf,
  type RowOf,
  readOnly,
  required,
  text,
  time,
} from '../../../platform/records/index.js';
import { JobProblem } from './job.object.js';

const types = {
  export: 'Writes records into a file.',
  import: 'Creates or updates records from the rows of a file.',
  bulk: 'Does the same to many records.',
} as const;

export const jobStatuses = {
  queued: 'It waits for its turn.',
  running: 'It is being worked on.',
  completed: 'It has ended; `errors` lists the records that it could not process.',
  failed: 'It could not go on, see `error`. What it did before stays done.',
  cancelled: 'It was cancelled. What it did before stays done.',
} as const;

const actions = {
  update: 'Sets the fields in `data`.',
  addTags: 'Adds the tags in `data`.',
  removeTags: 'Removes the tags in `data`.',
  delete: 'Deletes the records.',
  retry: 'Retries executions.',
  cancel: 'Cancels executions.',
} as const;

/** Errors that are kept of a job. */
export const errorsAtMost = 1_000;

const count = (description: string) => readOnly(initially(0, integer(0, 2_147_483_647, { description })));

const fields = {
  type: readOnly(required(oneOf(types, { filtered: true, description: 'What the job does.' }))),
  resource: readOnly(
    required(
      text(50, { filtered: true, searched: true, description: 'The kind of records, as in the path of their list.' }),
    ),
  ),
  action: readOnly(oneOf(actions, { description: 'What a bulk job does to each record; null for the others.' })),
  status: readOnly(
    initially('queued', oneOf(jobStatuses, { filtered: true, sorted: true, description: 'How far the job is.' })),
  ),
  done: count('The number of records or rows that were processed, with those that failed.'),
  total: readOnly(
    integer(0, 2_147_483_647, {
      description: 'The number of records or rows at the start; null if it is not known.',
    }),
  ),
  created: count('The number of records that were created; for a retry, of executions that were started.'),
  updated: count('The number of records that were changed; for a cancellation, of executions that were cancelled.'),
  deleted: count('The number of records that were deleted.'),
  unchanged: count('The number of records that had the values already.'),
  failed: count('The number of records or rows that could not be processed; `errors` says why.'),
  errors: readOnly(
    initially<JobProblem[]>(
      [],
      objects(
        {
          type: () => JobProblem,
          inputType: () => JobProblem,
          subfields: ['line', 'recordId', 'field', 'message'],
          rules: [],
        },
        { description: `Why records or rows could not be processed, the first ${errorsAtMost}.` },
      ),
    ),
  ),
  error: readOnly(text(2_000, { description: 'Why the job failed; null otherwise.' })),
  createdBy: readOnly(
    required(looseId({ filtered: true, description: 'The user who started it, or who created the API key that did.' })),
  ),
  apiKeyId: readOnly(looseId({ filtered: true, description: 'The API key that started it; null if the user did.' })),
  startedAt: readOnly(time({ description: 'When work on it began.' })),
  finishedAt: readOnly(time({ description: 'When it ended. It is deleted a week later.' })),
  format: readOnly(
    oneOf(
      { csv: 'CSV, separated by commas.', jsonl: 'JSON lines: an object in each line.' },
      { description: 'The format of the file of an export; null for other jobs.' },
    ),
  ),
};

export type Job = RowOf<typeof fields>;

/** What was asked for, as far as its answer does not show it. */
export interface JobRequest {
  filter?: Record<string, unknown>;
  search?: string;
  data?: Record<string, unknown>;
  existing?: 'update' | 'skip';
}

export const jobs = defineRecord({
  name: 'Job',
  plural: 'Jobs',
  description: 'A long piece of work that the server does: an export, an import, or a change of many records.',
  table: 'jobs',
  routes: { list: 'GET /jobs', find: 'GET /jobs/:jobId' },
  capability: { read: {}, write: {} },
  indexed: false,
  indexes: { any: ['createdAt'] },
  notes: { find: '`resultUrl` is set once an export is completed' },
  fields,
  resolved: { resultUrl: { from: ['type', 'status', 'format'] } },
  columns: {
    id: generatedId(),
    ...claimColumns(),
    dueAt: column.time().nullable(),
    request: column.json<JobRequest>(),
    step: column.integer().default(0),
    position: column.text().nullable(),
    tries: column.integer().default(0),
    resultBytes: column.bigint().defaultRaw('0'),
  },
});

/** A row as statements see it. */
export type JobRow = Job & {
  dueAt: Date | null;
  workerId: string | null;
  fence: number;
  request: JobRequest;
  step: number;
  position: string | null;
  tries: number;
  resultBytes: string;
};
