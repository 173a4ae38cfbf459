import { lazy, Suspense } from 'react';
import { useTexts } from '../i18n/texts';
import { Button } from '../ui/button';
import { IconButton } from '../ui/icon-button';
import { common } from '../ui/texts';
import { toastError } from '../ui/toast';
import { dismiss, saveResult, stopJob } from './actions';
import { openJob, useFollowed } from './follow';
import { JobProgress } from './job-progress';
import styles from './jobs.module.css';
import type { Job } from './operations';
import { jobTexts } from './texts';

const JobDialog = lazy(() => import('./job-dialog'));

/** The jobs of the user in the workspace, on every screen, until their ends were seen. */
export default function JobsBar({ jobs }: { jobs: readonly Job[] }) {
  const t = useTexts(jobTexts);
  const { openId, held } = useFollowed();
  const opened = jobs.find(({ id }) => id === openId);
  const shown = jobs.filter(({ id }) => id !== openId && !held.has(id));
  return (
    <>
      {shown.length > 0 && (
        <section className="rigid line-below surface" aria-label={t.label}>
          {shown.map((job) => (
            <JobLine key={job.id} job={job} />
          ))}
        </section>
      )}
      {opened && (
        <Suspense fallback={null}>
          <JobDialog job={opened} />
        </Suspense>
      )}
    </>
  );
}

function JobLine({ job }: { job: Job }) {
  const t = useTexts(jobTexts);
  const words = useTexts(common);
  return (
    <div className={`row gap-12 py-6 px-16 ${styles.line}`}>
      <strong className="ellipsis">{t.title(job)}</strong>
      <JobProgress job={job} />
      <span className={`muted digits nowrap ${styles.count}`}>{t.progress(job)}</span>
      {job.resultUrl && (
        <Button size="small" icon="download" onClick={() => void saveResult(job).catch(toastError)}>
          {t.download}
        </Button>
      )}
      <Button size="small" onClick={() => openJob(job.id)}>
        {t.show}
      </Button>
      {job.finishedAt ? (
        <IconButton size="small" icon="close" label={words.close} onClick={() => dismiss(job)} />
      ) : (
        <IconButton size="small" icon="stop" label={t.stop} onClick={() => stopJob(job)} />
      )}
    </div>
  );
}
