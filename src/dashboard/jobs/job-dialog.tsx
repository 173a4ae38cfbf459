import { number } from '../i18n/format';
import { useTexts } from '../i18n/texts';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Notice } from '../ui/notice';
import { common } from '../ui/texts';
import { toastError } from '../ui/toast';
import { dismiss, saveResult, stopJob } from './actions';
import { openJob } from './follow';
import { JobProgress } from './job-progress';
import styles from './jobs.module.css';
import type { Job } from './operations';
import { Problems } from './problems';
import { jobTexts } from './texts';

/** How far a job is, what it came to, and what it has left as it was. Closing the dialog does not end the job. */
export default function JobDialog({ job }: { job: Job }) {
  const t = useTexts(jobTexts);
  const close = () => {
    openJob(null);
    if (job.finishedAt) dismiss(job);
  };
  return (
    <Dialog wide open title={t.title(job)} onClose={close} foot={<Foot job={job} onClose={close} />}>
      <JobProgress job={job} />
      <p className="muted digits nowrap mb-14 mt-6" role="status">
        {t.progress(job)}
      </p>
      {!job.finishedAt && <Notice>{t.stay}</Notice>}
      {job.error && <Notice tone="danger" title={job.error} />}
      {job.resultUrl ? <p>{t.kept}</p> : job.type !== 'export' && <Counts job={job} />}
      {job.failed > 0 && <Problems job={job} />}
    </Dialog>
  );
}

function Foot({ job, onClose }: { job: Job; onClose: () => void }) {
  const t = useTexts(jobTexts);
  const words = useTexts(common);
  if (!job.finishedAt) {
    return (
      <>
        <Button icon="stop" onClick={() => stopJob(job)}>
          {t.stop}
        </Button>
        <Button onClick={onClose}>{t.hide}</Button>
      </>
    );
  }
  return (
    <>
      <Button onClick={onClose}>{words.close}</Button>
      {job.resultUrl && (
        <Button look="primary" icon="download" onClick={() => void saveResult(job).catch(toastError)}>
          {t.download}
        </Button>
      )}
    </>
  );
}

type CountName =
  | 'cancelled'
  | 'changed'
  | 'created'
  | 'deleted'
  | 'failed'
  | 'refused'
  | 'retried'
  | 'unchanged'
  | 'updated';

function countsOf({ type, action, created, updated, deleted, unchanged, failed }: Job): [CountName, number][] {
  if (type === 'import')
    return [
      ['created', created],
      ['updated', updated],
      ['unchanged', unchanged],
      ['refused', failed],
    ];
  const done: Readonly<Record<string, [CountName, number]>> = {
    retry: ['retried', created],
    cancel: ['cancelled', updated],
    delete: ['deleted', deleted],
  };
  return [done[action ?? ''] ?? ['changed', updated], ['failed', failed]];
}

function Counts({ job }: { job: Job }) {
  const t = useTexts(jobTexts);
  return (
    <dl className={`grid gap-10 mb-14 ${styles.counts}`}>
      {countsOf(job).map(([name, count]) => (
        <div key={name} className={['failed', 'refused'].includes(name) && count > 0 ? styles.refused : undefined}>
          <dd>{number(count)}</dd>
          <dt className="muted small">{t[name]}</dt>
        </div>
      ))}
    </dl>
  );
}
