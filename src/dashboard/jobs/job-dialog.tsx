import { ServerError, Unreachable } from '../api/errors';
import { useLanguage } from '../i18n/language';
import { useTexts } from '../i18n/texts';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { ErrorNotice, Notice } from '../ui/notice';
import { common } from '../ui/texts';
import { toastError } from '../ui/toast';
import type { Problem, ShownJob } from './job';
import { continueJob, forgetJob, openJob, stopJob } from './jobs';
import styles from './jobs.module.css';
import { jobTexts } from './texts';
import { useKind } from './use-kind';

/** How far a job is, what it came to, and what it has left as it was. Closing the dialog does not end the job. */
export default function JobDialog({ job }: { job: ShownJob }) {
  const t = useTexts(jobTexts);
  const language = useLanguage();
  const kind = useKind(job);
  if (!kind) return null;
  const { Detail } = kind;
  const title = kind.title(job, language);
  const close = () => {
    openJob(null);
    if (job.state === 'done') void forgetJob(job.id).catch(toastError);
  };
  return (
    <Dialog wide open title={title} onClose={close} foot={<Foot job={job} onClose={close} />}>
      <progress
        className={`block grow w-full clip ${styles.progress}`}
        value={job.done}
        max={job.total}
        aria-label={title}
      />
      <p className="muted digits nowrap mb-14 mt-6" role="status">
        {kind.progress(job, language)}
      </p>
      {job.state === 'running' && <Notice>{t.stay}</Notice>}
      {job.problem && <ProblemNotice problem={job.problem} />}
      <Detail job={job} />
    </Dialog>
  );
}

function Foot({ job: { id, state }, onClose }: { job: ShownJob; onClose: () => void }) {
  const t = useTexts(jobTexts);
  const words = useTexts(common);
  if (state === 'running') {
    return (
      <>
        <Button icon="stop" onClick={() => void stopJob(id).catch(toastError)}>
          {t.stop}
        </Button>
        <Button onClick={onClose}>{t.hide}</Button>
      </>
    );
  }
  if (state === 'done') return <Button onClick={onClose}>{words.close}</Button>;
  return (
    <>
      <Button
        onClick={() => {
          openJob(null);
          void forgetJob(id).catch(toastError);
        }}
      >
        {t.discard}
      </Button>
      <Button look="primary" icon="play" onClick={() => void continueJob(id).catch(toastError)}>
        {t.continue}
      </Button>
    </>
  );
}

function ProblemNotice({ problem }: { problem: Problem }) {
  const t = useTexts(jobTexts);
  switch (problem.kind) {
    case 'old':
      return <Notice tone="warning">{t.old}</Notice>;
    case 'unreachable':
      return <ErrorNotice error={new Unreachable()} />;
    case 'refused':
      return <ErrorNotice error={new ServerError(problem.message, problem.facts)} />;
    case 'failed':
      return <Notice tone="danger" title={problem.message} />;
  }
}
