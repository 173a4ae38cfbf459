import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Failure, Job, Outcome } from './job';

/** A piece of a job: what it works on, or what is left of it afterwards. */
interface Piece {
  jobId: string;
  index: number;
  input?: unknown;
  failures?: readonly Failure[];
}

interface Schema extends DBSchema {
  jobs: { key: string; value: Job };
  pieces: { key: [jobId: string, index: number]; value: Piece };
}

let opened: Promise<IDBPDatabase<Schema>> | null = null;

function open(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>('workspace-automation', 1, {
    upgrade(database) {
      database.createObjectStore('jobs', { keyPath: 'id' });
      database.createObjectStore('pieces', { keyPath: ['jobId', 'index'] });
    },
    terminated() {
      opened = null;
    },
  });
  opened.catch(() => {
    opened = null;
  });
  return opened;
}

const all = ['jobs', 'pieces'] as const;
const piecesOf = (jobId: string) => IDBKeyRange.bound([jobId, 0], [jobId, Number.MAX_SAFE_INTEGER]);

/** Stores a job with its pieces, or nothing. @throws DOMException QuotaExceededError */
export async function insertJob(job: Job, inputs: readonly unknown[]): Promise<void> {
  const transaction = (await open()).transaction(all, 'readwrite');
  // The end of the transaction says why one of them could not be stored.
  const ignore = () => undefined;
  transaction.objectStore('jobs').put(job).catch(ignore);
  const pieces = transaction.objectStore('pieces');
  for (const [index, input] of inputs.entries()) pieces.put({ jobId: job.id, index, input }).catch(ignore);
  await transaction.done;
}

/** All jobs of this browser. */
export async function listJobs(): Promise<Job[]> {
  return (await open()).getAll('jobs');
}

export async function findJob(id: string): Promise<Job | null> {
  return (await (await open()).get('jobs', id)) ?? null;
}

/** What a piece works on; undefined after the last one. */
export async function readInput(id: string, index: number): Promise<unknown> {
  return (await (await open()).get('pieces', [id, index]))?.input;
}

/** The failures of a job, in the order of its records. */
export async function readFailures(id: string): Promise<Failure[]> {
  const pieces = await (await open()).getAll('pieces', piecesOf(id));
  return pieces.flatMap(({ failures }) => failures ?? []);
}

/** Changes a job that is in one of the states. @returns the job; null where it is in none, or was deleted */
export async function changeJob(
  id: string,
  from: readonly Job['state'][],
  changesOf: (job: Job) => Partial<Job>,
): Promise<Job | null> {
  const transaction = (await open()).transaction('jobs', 'readwrite');
  const job = await transaction.store.get(id);
  const changed = job && from.includes(job.state) ? { ...job, ...changesOf(job), savedAt: Date.now() } : null;
  if (changed) await transaction.store.put(changed);
  await transaction.done;
  return changed;
}

/** Replaces a piece by what came of it. Does nothing where another tab has, or the job was deleted. */
export async function settlePiece(id: string, index: number, outcome: Outcome<unknown>): Promise<void> {
  const transaction = (await open()).transaction(all, 'readwrite');
  const [jobs, pieces] = [transaction.objectStore('jobs'), transaction.objectStore('pieces')];
  const job = await jobs.get(id);
  if (job?.at === index) {
    const { done, counts = {}, failures, next } = outcome;
    const sums = Object.entries(counts).map(([name, count]) => [name, (job.counts[name] ?? 0) + count]);
    await jobs.put({
      ...job,
      done: job.done + done,
      at: index + 1,
      failed: job.failed + failures.length,
      savedAt: Date.now(),
      counts: { ...job.counts, ...Object.fromEntries(sums) },
    });
    await (failures.length > 0 ? pieces.put({ jobId: id, index, failures }) : pieces.delete([id, index]));
    if (next !== undefined) await pieces.put({ jobId: id, index: index + 1, input: next });
  }
  await transaction.done;
}

/** Deletes jobs with all that is stored of them. */
export async function deleteJobs(ids: readonly string[]): Promise<void> {
  const transaction = (await open()).transaction(all, 'readwrite');
  for (const id of ids) {
    await transaction.objectStore('jobs').delete(id);
    await transaction.objectStore('pieces').delete(piecesOf(id));
  }
  await transaction.done;
}
