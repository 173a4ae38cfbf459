import { useState } from 'react';
import { useTexts } from '../../i18n/texts';
import { openJob } from '../../jobs/follow';
import { startChange } from '../../jobs/start-job';
import { ConfirmDialog } from '../../ui/dialog';
import { useWorkspaceId } from '../../workspace/workspace';
import { type RanVersion, RetryFields, useRetryChoice } from './retry-fields';
import { texts } from './texts';

export type BulkAction = 'retry' | 'cancel';

/** The executions of a bulk action: chosen ones, or all that a filter selects. */
export type BulkTarget = { ids: readonly string[] } | { filter: Record<string, unknown>; total: number };

/** The filter that the API knows: what is not chosen is missing. */
export const filterOf = (filters: Record<string, string | number | null | undefined>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value != null));

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
      const which = 'ids' in target ? { ids: [...target.ids] } : { filter: target.filter };
      const data = action === 'retry' ? { data: { ...fields.choice } } : {};
      const { id } = await startChange(workspaceId, 'executions', { action, ...which, ...data });
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
