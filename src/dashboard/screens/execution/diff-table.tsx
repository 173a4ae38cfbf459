import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { duration } from '../../i18n/format';
import { useLanguage } from '../../i18n/language';
import { useTexts } from '../../i18n/texts';
import { Badge } from '../../ui/badge';
import { ExecutionStatus } from '../../ui/execution-status';
import { Check } from '../../ui/field';
import { phoneTable, useNarrow } from '../../ui/use-narrow';
import { type ComparedStep, isDivergent } from './compared-step';
import styles from './diff.module.css';
import { texts } from './diff-texts';
import { durationOf, type StepView } from './execution-reducer';
import type { NodeNames } from './node-names';

export interface DiffTableProps {
  steps: readonly ComparedStep[];
  names: NodeNames;
  /** The first step in which the runs differ. */
  first: string | null;
  chosen: string | null;
  onChoose: (key: string) => void;
}

/** The steps of two runs beside each other. */
export function DiffTable({ steps, names, first, chosen, onChoose }: DiffTableProps) {
  const t = useTexts(texts);
  const scroller = useRef<HTMLDivElement>(null);
  const [onlyDifferent, setOnlyDifferent] = useState(false);
  const rows = onlyDifferent ? steps.filter((step) => isDivergent(step) || step.duration) : steps;
  // On a phone, the name of a step stands above its two sides.
  const rowHeight = useNarrow(phoneTable) ? 82 : 48;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  });
  const firstIndex = rows.findIndex(({ key }) => key === first);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the first difference becomes known.
  useEffect(() => {
    if (firstIndex > 8) virtual.scrollToIndex(firstIndex, { align: 'center' });
  }, [firstIndex]);
  const onKey = (event: KeyboardEvent, index: number) => {
    const target = { ArrowDown: index + 1, ArrowUp: index - 1 }[event.key];
    const row = target === undefined ? undefined : rows[target];
    if (!row || target === undefined) return;
    event.preventDefault();
    onChoose(row.key);
    virtual.scrollToIndex(target);
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`[data-index="${target}"]`)?.focus());
  };
  return (
    <section className="stack min-h-0 box" aria-label={t.steps}>
      <div className={`rigid muted small bold line-below ${styles.head}`}>
        <Check label={t.onlyDifferent} checked={onlyDifferent} onChange={setOnlyDifferent} />
        <span>{t.here}</span>
        <span>{t.there}</span>
      </div>
      <div className="grow min-h-0 scroll" ref={scroller}>
        <div
          role="listbox"
          aria-label={t.steps}
          tabIndex={-1}
          style={{ height: virtual.getTotalSize(), position: 'relative' }}
        >
          {virtual.getVirtualItems().map(({ index, start }) => {
            const row = rows[index] as ComparedStep;
            const isChosen = row.key === chosen;
            const classes = [
              `pointer absolute hovers ${styles.row}`,
              isChosen && styles.chosen,
              row.key === first && styles.first,
            ];
            return (
              <div
                key={row.key}
                role="option"
                aria-selected={isChosen}
                data-index={index}
                tabIndex={isChosen || (index === 0 && !chosen) ? 0 : -1}
                className={classes.filter(Boolean).join(' ')}
                style={{ transform: `translateY(${start}px)`, height: rowHeight }}
                onClick={() => onChoose(row.key)}
                onKeyDown={(event) => onKey(event, index)}
              >
                <StepName step={row} names={names} />
                <Side step={row.here} />
                <Side step={row.there} />
              </div>
            );
          })}
        </div>
      </div>
    </section>
  );
}

function StepName({ step, names }: { step: ComparedStep; names: NodeNames }) {
  const t = useTexts(texts);
  const { nodeId, iteration } = (step.here ?? step.there) as StepView;
  return (
    <span className="stack min-w-0 gap-2">
      <span className="ellipsis">
        {names.get(nodeId)?.label ?? nodeId}
        {iteration && <span className="muted"> · {iteration}</span>}
      </span>
      <span className={`flex gap-4 ${styles.marks}`}>
        {step.path && <Badge tone="danger">{t.path}</Badge>}
        {step.data?.input && <Badge tone="warning">{t.input}</Badge>}
        {step.data?.output && <Badge tone="warning">{t.output}</Badge>}
        {step.duration && <Badge>{t.duration}</Badge>}
      </span>
    </span>
  );
}

function Side({ step }: { step: StepView | null }) {
  const language = useLanguage();
  const t = useTexts(texts);
  if (!step) return <span className="muted">{t.notThere}</span>;
  const took = durationOf(step);
  return (
    <span className="row gap-8 small nowrap">
      <ExecutionStatus status={step.status} />
      <span className="muted">{took === null ? '' : duration(took, language)}</span>
    </span>
  );
}
