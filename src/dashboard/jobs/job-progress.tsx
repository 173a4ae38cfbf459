import { useTexts } from '../i18n/texts';
import styles from './jobs.module.css';
import type { Job } from './operations';
import { jobTexts } from './texts';

/** How much of it is done. */
export function JobProgress({ job }: { job: Job }) {
  const t = useTexts(jobTexts);
  // A bar without a value moves.
  const value = job.finishedAt || job.total != null ? { value: job.total === 0 ? 1 : job.done } : {};
  return (
    <progress
      className={`block grow w-full clip ${styles.progress}`}
      {...value}
      max={Math.max(job.total ?? job.done, 1)}
      aria-label={t.title(job)}
    />
  );
}
