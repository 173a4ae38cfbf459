import { areJobsMarked } from './mark';

/** Deletes all jobs of this browser, as signing out does. */
export async function deleteAllJobs(): Promise<void> {
  if (areJobsMarked()) await (await import('./jobs')).forgetJobs(() => true);
}
