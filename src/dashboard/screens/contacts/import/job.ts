import { useSyncExternalStore } from 'react';
import { graphql } from '../../../api/graphql';
import { request } from '../../../api/request';

const importContacts = graphql(`
  mutation ContactsImport($workspaceId: ID!, $input: ImportContactsInput!) {
    importContacts(workspaceId: $workspaceId, input: $input) {
      created
      updated
      unchanged
      failed
      results {
        index
        status
        errors {
          field
          message
        }
      }
    }
  }
`);

/** Rows of one request; the API takes up to 1000. Smaller ones show the progress. */
const atOnce = 500;

/** A row that was not stored. */
export interface Refused {
  /** The number of the line in the file, where the header is the first. */
  line: number;
  cells: readonly string[];
  reasons: { field: string; message: string }[];
}

/** An import, as far as it is. */
export interface ImportJob {
  workspaceId: string;
  columns: readonly string[];
  total: number;
  done: number;
  created: number;
  updated: number;
  unchanged: number;
  refused: readonly Refused[];
  state: 'running' | 'done' | 'stopped';
  /** Why it stopped before its end. */
  error?: unknown;
}

interface Order {
  workspaceId: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  existing: 'update' | 'skip';
}

let job: ImportJob | null = null;
let order: Order | null = null;
let isStopped = false;
const listeners = new Set<() => void>();

function set(changes: Partial<ImportJob>): void {
  if (!job) return;
  job = { ...job, ...changes };
  for (const notify of listeners) notify();
}

/** The import of this page, which goes on while its dialog is closed. */
export function useImportJob(): ImportJob | null {
  return useSyncExternalStore(
    (notify) => {
      listeners.add(notify);
      return () => listeners.delete(notify);
    },
    () => job,
  );
}

/** Begins to import rows. */
export function startImport(next: Order): void {
  const { workspaceId, columns, rows } = next;
  order = next;
  job = {
    workspaceId,
    columns,
    total: rows.length,
    done: 0,
    created: 0,
    updated: 0,
    unchanged: 0,
    refused: [],
    state: 'running',
  };
  void continueImport();
}

/** Goes on where the import stopped. Rows that were stored already change nothing. */
export async function continueImport(): Promise<void> {
  isStopped = false;
  set({ state: 'running', error: undefined });
  addEventListener('beforeunload', warn);
  try {
    while (job && order && job.done < job.total && !isStopped) await importPiece(job, order);
    set({ state: job && job.done < job.total ? 'stopped' : 'done' });
  } catch (error) {
    set({ state: 'stopped', error });
  } finally {
    removeEventListener('beforeunload', warn);
  }
}

async function importPiece({ done, created, updated, unchanged, refused }: ImportJob, work: Order): Promise<void> {
  const { workspaceId, columns, rows, existing } = work;
  const piece = rows.slice(done, done + atOnce);
  const input = { columns: [...columns], rows: piece.map((row) => [...row]), existing };
  const { importContacts: result } = await request(importContacts, { workspaceId, input });
  const failed = result.results.flatMap(({ index, status, errors }) =>
    status === 'failed' ? [{ line: done + index + 2, cells: piece[index] ?? [], reasons: errors }] : [],
  );
  set({
    done: done + piece.length,
    created: created + result.created,
    updated: updated + result.updated,
    unchanged: unchanged + result.unchanged,
    refused: [...refused, ...failed],
  });
}

/** Stops after the rows that are on their way. */
export function stopImport(): void {
  isStopped = true;
}

/** Forgets the import and its result. */
export function clearImport(): void {
  job = null;
  order = null;
  for (const notify of listeners) notify();
}

/** The browser asks before the page is left. */
const warn = (event: BeforeUnloadEvent) => event.preventDefault();
