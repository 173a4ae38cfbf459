import { useSyncExternalStore } from 'react';
import { ServerError, Unreachable } from '../api/errors';
import { queries } from '../api/query';
import { currentUser, randomText } from '../api/session';
import { currentLanguage } from '../i18n/language';
import { toast } from '../ui/toast';
import { isOld, type Job, type JobKindName, type Outcome, type Problem, type ShownJob } from './job';
import { loadKind } from './kinds';
import { markJobs } from './mark';
import { Abandoned, Outdated, senderOf } from './send-piece';
import { changeJob, deleteJobs, findJob, insertJob, listJobs, readFailures, readInput, settlePiece } from './store';

let shown: readonly ShownJob[] = [];
let openId: string | null = null;
const driven = new Set<string>();
const waiting = new Map<string, (job: ShownJob | null) => void>();
const listeners = new Set<() => void>();
const otherTabs = new BroadcastChannel('workspace-automation-jobs');
otherTabs.onmessage = ({ data }: MessageEvent<string>) => void follow(data);

function subscribe(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}

function show(jobs: readonly ShownJob[]): void {
  shown = jobs;
  for (const notify of listeners) notify();
}

/** The jobs of the user, in all workspaces. */
export const useJobs = (): readonly ShownJob[] => useSyncExternalStore(subscribe, () => shown);

/** The ID of the job whose dialog is open. */
export const useOpenJob = (): string | null => useSyncExternalStore(subscribe, () => openId);

/** Opens the dialog of a job, or closes it. */
export function openJob(id: string | null): void {
  openId = id;
  show(shown);
}

/** Finds the jobs of the user that an earlier page has left, and continues them. Those of others are deleted. */
export async function resumeJobs(userId: string): Promise<void> {
  await forgetJobs((job) => job.userId !== userId);
  for (const job of await listJobs()) {
    // Continuing one that was refused uses new keys.
    if (isOld(job) && job.problem?.kind !== 'refused') {
      await changeJob(job.id, ['running', 'stopped'], () => ({ state: 'stopped', problem: { kind: 'old' } }));
    }
    await follow(job.id);
  }
}

/** Shows a job as it is stored, and takes part in driving it. */
async function follow(id: string): Promise<void> {
  const job = await findJob(id);
  const others = shown.filter((one) => one.id !== id);
  if (!job || job.userId !== currentUser()?.id) {
    if (others.length < shown.length) show(others);
    return;
  }
  const before = shown.find((one) => one.id === id);
  const failures = before?.failed === job.failed ? before.failures : await readFailures(id);
  const next: ShownJob = { ...job, failures };
  show(before ? shown.map((one) => (one.id === id ? next : one)) : [...shown, next]);
  if (job.state === 'running') void drive(id);
}

/** After a change, in this tab, which goes first, and the others. */
async function announce(id: string): Promise<void> {
  await follow(id);
  otherTabs.postMessage(id);
}

export interface NewJob {
  kind: JobKindName;
  workspaceId: string;
  order: unknown;
  /** The number of records. */
  total: number;
  /** What each piece works on, in order. */
  pieces: readonly unknown[];
}

/**
 * Starts a job, which goes on when the page is loaded again.
 * @returns its ID, and the job when it has ended or stopped; null if it was deleted
 * @throws DOMException QuotaExceededError if the browser has no room for it
 */
export async function startJob({ pieces, ...job }: NewJob): Promise<{ id: string; ended: Promise<ShownJob | null> }> {
  const id = randomText();
  const counters = { done: 0, at: 0, counts: {}, failed: 0, attempt: 0, savedAt: Date.now() };
  const userId = currentUser()?.id ?? '';
  await insertJob({ ...job, ...counters, id, userId, state: 'running', problem: null }, pieces);
  markJobs(true);
  const ended = new Promise<ShownJob | null>((resolve) => waiting.set(id, resolve));
  await announce(id);
  return { id, ended };
}

/** Drives a job in one tab at a time: when that tab is closed, another goes on. */
async function drive(id: string): Promise<void> {
  if (driven.has(id)) return;
  driven.add(id);
  const work = async () => {
    while (await workOn(id));
  };
  // Pages without TLS have no locks. Two tabs then send the same piece with the same key, and one stores its answer.
  try {
    await (navigator.locks ? navigator.locks.request(`workspace-automation-job-${id}`, work) : work());
  } finally {
    driven.delete(id);
  }
  // It may have been continued just before.
  if (currentUser() && (await findJob(id))?.state === 'running') return drive(id);
  await end(id);
}

/** @returns whether there is more to do */
async function workOn(id: string): Promise<boolean> {
  const job = await findJob(id);
  if (job?.state !== 'running') return false;
  try {
    if (isOld(job)) throw new Outdated();
    const input = await readInput(id, job.at);
    if (input === undefined) {
      await changeJob(id, ['running'], () => ({ state: 'done' }));
      await announce(id);
      return false;
    }
    const kind = await loadKind(job.kind);
    const context = { workspaceId: job.workspaceId, order: job.order, send: senderOf(job) };
    const outcome: Outcome<unknown> = await kind.run(context, input);
    await settlePiece(id, job.at, outcome);
    await announce(id);
    return true;
  } catch (error) {
    // It goes on with the next session.
    if (error instanceof Abandoned || !currentUser()) return false;
    await changeJob(id, ['running'], () => ({ state: 'stopped', problem: problemOf(error) }));
    await announce(id);
    return false;
  }
}

/** Reports the end of a job to what started it, or to the user if that page is gone. */
async function end(id: string): Promise<void> {
  const job = shown.find((one) => one.id === id) ?? null;
  if (job?.state === 'running') return;
  const report = waiting.get(id);
  waiting.delete(id);
  if (job) await queries.invalidateQueries();
  report?.(job);
  if (job?.state !== 'done' || job.failed > 0) return;
  const { ended } = await loadKind(job.kind);
  if (!ended) return;
  if (!report) toast(ended(job, currentLanguage()));
  await forgetJob(id);
}

/** Stops a job after the piece in progress. */
export async function stopJob(id: string): Promise<void> {
  await changeJob(id, ['running'], () => ({ state: 'stopped' }));
  await announce(id);
}

/** Goes on where a job has stopped. */
export async function continueJob(id: string): Promise<void> {
  await changeJob(id, ['stopped'], ({ attempt, problem }) => ({
    state: 'running',
    problem: null,
    // The server repeats a refusal for the same key.
    attempt: problem?.kind === 'refused' ? attempt + 1 : attempt,
  }));
  await announce(id);
}

/** Deletes a job: what is left of it is not done, and its result is forgotten. */
export const forgetJob = (id: string): Promise<void> => forgetJobs((job) => job.id === id);

/** Deletes the jobs that are meant. */
export async function forgetJobs(isMeant: (job: Job) => boolean): Promise<void> {
  const jobs = await listJobs();
  const meant = jobs.filter(isMeant);
  await deleteJobs(meant.map(({ id }) => id));
  markJobs(meant.length < jobs.length);
  for (const { id } of meant) await announce(id);
}

function problemOf(error: unknown): Problem {
  if (error instanceof Outdated) return { kind: 'old' };
  if (error instanceof Unreachable) return { kind: 'unreachable' };
  if (error instanceof ServerError) return { kind: 'refused', message: error.message, facts: error.facts };
  return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
}

/** Whether the browser has no room for more. */
export const isOutOfSpace = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'QuotaExceededError';
