import { useState } from 'react';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { common } from '../../ui/texts';
import { useCan } from '../../workspace/workspace';
import { type BulkAction, BulkDialog, type BulkRequest, filterOf } from './bulk-dialog';
import styles from './executions.module.css';
import type { Filters } from './filters';
import { texts } from './texts';

interface BulkRow {
  id: string;
  status: string;
  flowId: string;
  flowVersion: number;
}

interface BulkBarProps {
  filters: Filters;
  from: string | null;
  chosen: ReadonlySet<string>;
  rows: readonly BulkRow[];
  total: number;
  isAll: boolean;
  onAll: () => void;
  onClear: () => void;
}

/** What can be done with the chosen executions, or with all that the filters select. */
export function BulkBar({ filters, from, chosen, rows, total, isAll, onAll, onClear }: BulkBarProps) {
  const t = useTexts(texts);
  const words = useTexts(common);
  const can = useCan();
  const [asked, setAsked] = useState<BulkRequest | null>(null);
  const { status, flowId } = filters;
  // Bulk requests know these filters only.
  const others = filters.phase || filters.trigger || filters.triggerNode || filters.q;
  const mayAll = Boolean(status) && status !== 'completed' && !others;
  const isEvery = rows.length > 0 && rows.every(({ id }) => chosen.has(id));
  const has = (wanted: boolean) => rows.some((row) => chosen.has(row.id) && (row.status === 'running') === wanted);
  const ask = (action: BulkAction) => {
    // Only what began before now: a retry must not retry itself.
    const to = new Date().toISOString();
    const { code: errorCode, node: nodeId, version: flowVersion } = filters;
    const filter = filterOf({ status, flowId, from, to, errorCode, nodeId, flowVersion });
    const chosenRows = rows.filter(({ id }) => chosen.has(id));
    // Further pages may be of other flows.
    const ran = ranBy(isAll ? (flowId ? rows : []) : chosenRows);
    setAsked({ action, target: isAll ? { filter, total } : { ids: [...chosen] }, ran });
  };
  return (
    <>
      {chosen.size > 0 && can('flows:execute') && (
        <div className={`row wrap gap-8 chosen mb-10 ${styles.bulk}`}>
          <strong className="semibold">{isAll ? t.allSelected(total) : words.selected(chosen.size)}</strong>
          {!isAll && isEvery && mayAll && total > chosen.size && (
            <Button size="small" look="quiet" onClick={onAll}>
              {t.allMatching(total)}
            </Button>
          )}
          <span className="grow" />
          {has(false) && (
            <Button size="small" icon="refresh" onClick={() => ask('retry')}>
              {t.retry}
            </Button>
          )}
          {has(true) && (
            <Button size="small" icon="stop" onClick={() => ask('cancel')}>
              {t.cancel}
            </Button>
          )}
          <Button size="small" look="quiet" onClick={onClear}>
            {t.clearSelection}
          </Button>
        </div>
      )}
      <BulkDialog
        asked={asked}
        onStart={() => {
          setAsked(null);
          onClear();
        }}
        onClose={() => setAsked(null)}
      />
    </>
  );
}

/** The flow of these executions and the oldest version that they ran; null for several flows. */
function ranBy(rows: readonly BulkRow[]): BulkRequest['ran'] {
  const [first] = rows;
  if (!first || rows.some(({ flowId }) => flowId !== first.flowId)) return { flowId: null, flowVersion: null };
  return { flowId: first.flowId, flowVersion: Math.min(...rows.map(({ flowVersion }) => flowVersion)) };
}
