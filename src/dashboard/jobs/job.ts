import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
import type { ComponentType } from 'react';
import type { FieldError } from '../api/errors';
import type { Language } from '../i18n/language';

/** What a job does; `kinds.ts` says how. */
export type JobKindName = 'contactImport' | 'contactBatch' | 'flowBulk' | 'executionBulk';

/** A long work that the dashboard itself drives, piece after piece. What is left of it is stored in the browser. */
export interface Job {
  id: string;
  kind: JobKindName;
  userId: string;
  workspaceId: string;
  /** What all pieces need, as its kind defines it. */
  order: unknown;
  /** The number of records. */
  total: number;
  /** The number of records that were worked on, whatever came of it. */
  done: number;
  /** The index of the next piece. */
  at: number;
  /** Counts of what came of the records, by name. */
  counts: Readonly<Record<string, number>>;
  /** The number of failures. */
  failed: number;
  state: 'running' | 'stopped' | 'done';
  /** Why it stopped by itself. */
  problem: Problem | null;
  /** How often it was continued after an answer of the server had stopped it: a part of the keys of its requests. */
  attempt: number;
  /** When its state was last stored, in milliseconds since 1970. */
  savedAt: number;
}

/** After so many milliseconds a job does not go on by itself: the server remembers answers for a day. */
const oldAfter = 23 * 3_600_000;

/** Whether the server may have forgotten the answers to a job, so that a request would be carried out again. */
export const isOld = ({ savedAt }: Job): boolean => Date.now() - savedAt > oldAfter;

/** A record that was left as it was. */
export interface Failure {
  /** The ID of the record, or the number of its line in a file. */
  id: string;
  name: string;
  message: string;
  details?: readonly FieldError[];
  /** The cells of its line in a file. */
  cells?: readonly string[];
}

/** An error in a form that can be stored. */
export type Problem =
  | { kind: 'refused'; message: string; facts: Readonly<Record<string, unknown>> }
  | { kind: 'unreachable' }
  | { kind: 'old' }
  | { kind: 'failed'; message: string };

/** A job as it is shown. */
export interface ShownJob extends Job {
  failures: readonly Failure[];
}

/** What came of one piece. */
export interface Outcome<Input> {
  /** The number of its records. */
  done: number;
  counts?: Record<string, number>;
  failures: Failure[];
  /** A further piece, where only the answer says what follows. */
  next?: Input;
}

/** Sends a mutation of a piece under the key of the piece; `part` distinguishes several of one piece. */
export type SendPiece = <Result, Variables>(
  operation: DocumentTypeDecoration<Result, Variables>,
  variables: Variables,
  part?: number,
) => Promise<Result>;

/** A kind of jobs: what one piece of it does, and how it is shown. */
export interface JobKind<Order, Input> {
  /** Works on one piece. It is called again for a piece that was interrupted: `send` repeats the answers that were given. */
  run(context: { workspaceId: string; order: Order; send: SendPiece }, input: Input): Promise<Outcome<Input>>;
  title(job: ShownJob, language: Language): string;
  progress(job: ShownJob, language: Language): string;
  /** What it came to; jobs without failures that have it leave a message only. */
  ended?: (job: ShownJob, language: Language) => string;
  /** What the dialog shows of it below the progress. */
  Detail: ComponentType<{ job: ShownJob }>;
}
