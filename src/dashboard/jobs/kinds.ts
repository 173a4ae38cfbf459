import type { JobKind, JobKindName } from './job';

/** Loads each kind of jobs, with the first job of its kind. */
export type JobKinds = Readonly<Record<JobKindName, () => Promise<{ default: unknown }>>>;

let kinds: JobKinds | null = null;

/** Names the kinds of jobs, which are parts of screens. To be called before the first screen is shown. */
export function provideJobKinds(given: JobKinds): void {
  kinds = given;
}

/** Loads a kind of jobs. */
export async function loadKind(name: JobKindName): Promise<JobKind<unknown, unknown>> {
  if (!kinds) throw new Error('The kinds of jobs are not provided.');
  return (await kinds[name]()).default as JobKind<unknown, unknown>;
}
