import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { ConfirmDialog, Dialog } from '../../ui/dialog';
import { ErrorNotice } from '../../ui/notice';
import { common } from '../../ui/texts';
import type { BulkAction, BulkProgress, BulkTarget, useBulk } from './bulk';
import styles from './executions.module.css';
import { texts } from './texts';

interface BulkDialogProps {
  asked: { action: BulkAction; target: BulkTarget } | null;
  bulk: ReturnType<typeof useBulk>;
  /** After it was done. */
  onClose: () => void;
  onAbort: () => void;
}

/** Asks before many executions are retried or cancelled, then shows how far it is, and what was left out. */
export function BulkDialog({ asked, bulk, onClose, onAbort }: BulkDialogProps) {
  const t = useTexts(texts);
  const { progress, start, stop, close } = bulk;
  const count = !asked ? 0 : 'ids' in asked.target ? asked.target.ids.length : asked.target.total;
  const isRetry = asked?.action === 'retry';
  if (progress) {
    return (
      <Progress
        progress={progress}
        onStop={stop}
        onClose={() => {
          close();
          onClose();
        }}
      />
    );
  }
  return (
    <ConfirmDialog
      open={asked !== null}
      title={isRetry ? t.retryAsk(count) : t.cancelAsk(count)}
      description={isRetry ? t.retryHint : t.cancelHint}
      submit={isRetry ? t.retry : t.cancelShort}
      look={isRetry ? 'primary' : 'danger'}
      busy={false}
      onClose={onAbort}
      onSubmit={() => asked && void start(asked.action, asked.target)}
    />
  );
}

interface ProgressProps {
  progress: BulkProgress;
  onStop: () => void;
  onClose: () => void;
}

function Progress({ progress, onStop, onClose }: ProgressProps) {
  const t = useTexts(texts);
  const words = useTexts(common);
  const { action, total, done, skipped, error, isRunning } = progress;
  const reached = done + skipped.length;
  const share = total === 0 || !isRunning ? 100 : Math.min(100, (reached / total) * 100);
  return (
    <Dialog
      open
      title={action === 'retry' ? t.retrying : t.cancelling}
      onClose={() => (isRunning ? onStop() : onClose())}
      foot={isRunning ? <Button onClick={onStop}>{t.stop}</Button> : <Button onClick={onClose}>{words.close}</Button>}
    >
      <div
        className={styles.progress}
        role="progressbar"
        aria-label={action === 'retry' ? t.retrying : t.cancelling}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={reached}
      >
        <span style={{ width: `${share}%` }} />
      </div>
      <p aria-live="polite">{isRunning ? t.of(reached, total) : t.bulkDone(done, skipped.length)}</p>
      {error ? <ErrorNotice error={error} /> : null}
      {skipped.length > 0 && (
        <>
          <h3>{t.skippedBecause}</h3>
          <ul className={styles.skipped}>
            {skipped.slice(0, 100).map(({ executionId, message }) => (
              <li key={executionId}>{message}</li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}
