import { useState } from 'react';
import { useTexts } from '../../i18n/texts';
import { openJob, startJob } from '../../jobs/jobs';
import { ConfirmDialog } from '../../ui/dialog';
import { useWorkspaceId } from '../../workspace/workspace';
import type { BulkAction, BulkFilter, BulkPiece, RetryChoice } from './bulk-job';
import { type RanVersion, RetryFields, useRetryChoice } from './retry-fields';
import { texts } from './texts';

/** The executions of a bulk action: chosen ones, or all that a filter selects. */
export type BulkTarget = { ids: readonly string[] } | { filter: BulkFilter; total: number };

/** Chosen executions of one piece. */
const atOnce = 20;

/** What is asked for. */
export interface BulkRequest {
  action: BulkAction;
  target: BulkTarget;
  ran: RanVersion;
}

interface BulkDialogProps {
  asked: BulkRequest | null;
  /** After it was started. */
  onStart: () => void;
  onClose: () => void;
}

/** Asks before many executions are retried or cancelled. */
export function BulkDialog({ asked, onStart, onClose }: BulkDialogProps) {
  const t = useTexts(texts);
  const workspaceId = useWorkspaceId();
  const [isStarting, setStarting] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const count = !asked ? 0 : 'ids' in asked.target ? asked.target.ids.length : asked.target.total;
  const isRetry = asked?.action === 'retry';
  const fields = useRetryChoice(isRetry ? asked.ran : undefined);
  const start = async ({ action, target }: BulkRequest) => {
    setStarting(true);
    setError(null);
    try {
      const pieces = piecesOf(target, isRetry ? fields.choice : {});
      const { id } = await startJob({ kind: 'executionBulk', workspaceId, order: action, total: count, pieces });
      onStart();
      openJob(id);
    } catch (reason) {
      setError(reason);
    } finally {
      setStarting(false);
    }
  };
  return (
    <ConfirmDialog
      open={asked !== null}
      title={isRetry ? t.retryAsk(count) : t.cancelAsk(count)}
      description={isRetry ? t.retryHint : t.cancelHint}
      submit={isRetry ? t.retry : t.cancelShort}
      look={isRetry ? 'primary' : 'danger'}
      busy={isStarting}
      error={error}
      onClose={onClose}
      onSubmit={() => asked && void start(asked)}
    >
      {isRetry && <RetryFields {...fields} />}
    </ConfirmDialog>
  );
}

function piecesOf(target: BulkTarget, choice: RetryChoice): BulkPiece[] {
  if ('filter' in target) return [{ filter: target.filter, after: null, ...choice }];
  const { ids } = target;
  return Array.from({ length: Math.ceil(ids.length / atOnce) }, (_, index) => ({
    ids: ids.slice(index * atOnce, (index + 1) * atOnce),
    ...choice,
  }));
}
