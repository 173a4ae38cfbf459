import { lazy, Suspense, useEffect } from 'react';
import { useLanguage } from '../i18n/language';
import { useTexts } from '../i18n/texts';
import { Button } from '../ui/button';
import { IconButton } from '../ui/icon-button';
import { common } from '../ui/texts';
import { toastError } from '../ui/toast';
import type { ShownJob } from './job';
import { forgetJob, openJob, resumeJobs, stopJob, useJobs, useOpenJob } from './jobs';
import styles from './jobs.module.css';
import { jobTexts } from './texts';
import { useKind } from './use-kind';

const JobDialog = lazy(() => import('./job-dialog'));

/** The jobs of the workspace, on every screen, until their results were seen. */
export default function JobsBar({ userId, workspaceId }: { userId: string; workspaceId: string }) {
  const t = useTexts(jobTexts);
  useEffect(() => {
    resumeJobs(userId).catch(toastError);
  }, [userId]);
  const jobs = useJobs().filter((job) => job.workspaceId === workspaceId);
  const openId = useOpenJob();
  const opened = jobs.find(({ id }) => id === openId);
  // What one request does is not worth a line.
  const shown = jobs.filter(({ state, at, id }) => id !== openId && (state !== 'running' || at > 0));
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

function JobLine({ job }: { job: ShownJob }) {
  const t = useTexts(jobTexts);
  const words = useTexts(common);
  const language = useLanguage();
  const kind = useKind(job);
  if (!kind) return null;
  const title = kind.title(job, language);
  return (
    <div className={`row gap-12 py-6 px-16 ${styles.line}`}>
      <strong className="ellipsis">{title}</strong>
      <progress
        className={`block grow w-full clip ${styles.progress}`}
        value={job.done}
        max={job.total}
        aria-label={title}
      />
      <span className={`muted digits nowrap ${styles.count}`}>{kind.progress(job, language)}</span>
      <Button size="small" onClick={() => openJob(job.id)}>
        {t.show}
      </Button>
      {job.state === 'running' ? (
        <IconButton size="small" icon="stop" label={t.stop} onClick={() => void stopJob(job.id).catch(toastError)} />
      ) : (
        <IconButton
          size="small"
          icon="close"
          label={job.state === 'done' ? words.close : t.discard}
          onClick={() => void forgetJob(job.id).catch(toastError)}
        />
      )}
    </div>
  );
}
