import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { iconOfNode } from '../../canvas/catalogue';
import { duration } from '../../i18n/format';
import { useLanguage } from '../../i18n/language';
import { useTexts } from '../../i18n/texts';
import { statusTexts } from '../../ui/execution-status';
import { Icon } from '../../ui/icon';
import type { RunState } from './execution-reducer';
import type { NodeNames } from './node-names';
import { texts } from './texts';
import styles from './waterfall.module.css';
import { type Loops, type WaterfallRow, waterfallRows } from './waterfall-rows';

const rowHeight = 28;

interface WaterfallProps {
  state: RunState;
  loops: Loops;
  names: NodeNames;
  /** Milliseconds since 1970. */
  from: number;
  until: number;
  /** The moment that is shown, if it is not now. */
  moment: number | null;
  selected: string | null;
  onSelect: (stepId: string) => void;
}

/** The steps over time. Only the lines on screen exist, so that thousands of steps scroll. */
export function Waterfall({ state, loops, names, from, until, moment, selected, onSelect }: WaterfallProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const scroller = useRef<HTMLDivElement>(null);
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const [active, setActive] = useState(0);
  const rows = useMemo(() => waterfallRows(state.steps.values(), loops, toggled), [state.steps, loops, toggled]);
  const [bar, setBar] = useState(0);
  useLayoutEffect(() => {
    // The axis and the moment stand above the lines, beside the bar that scrolls them.
    const { offsetWidth = 0, clientWidth = 0 } = scroller.current ?? {};
    setBar(offsetWidth - clientWidth);
  }, []);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  });
  const toggle = (key: string) => {
    const next = new Set(toggled);
    if (!next.delete(key)) next.add(key);
    setToggled(next);
  };
  const goTo = (index: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, index));
    setActive(next);
    virtual.scrollToIndex(next);
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus({ preventScroll: true }),
    );
  };
  const open = (row: WaterfallRow) => (row.kind === 'step' ? onSelect(row.step.id) : toggle(row.key));
  const onKey = (event: KeyboardEvent, row: WaterfallRow, index: number) => {
    const moves: Record<string, number> = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      Home: 0,
      End: rows.length - 1,
      PageDown: index + 15,
      PageUp: index - 15,
    };
    const target = moves[event.key];
    if (target !== undefined) goTo(target);
    else if (event.key === 'Enter' || event.key === ' ') open(row);
    else if (event.key === 'ArrowRight' && row.isOpen === false) toggle(row.key);
    else if (event.key === 'ArrowLeft' && row.isOpen === true) toggle(row.key);
    else return;
    event.preventDefault();
  };
  const span = Math.max(1, until - from);
  return (
    <div className={`stack min-h-0 h-full relative surface ${styles.waterfall}`}>
      <div className={`rigid muted line-below ${styles.axis}`} style={{ paddingRight: bar }} aria-hidden="true">
        <span>{t.steps(state.steps.size)}</span>
        <div className={`h-full relative ${styles.ticks}`}>
          {[0, 0.25, 0.5, 0.75, 1].map((share) => (
            <span key={share} style={{ left: `${share * 100}%` }}>
              {duration(span * share, language)}
            </span>
          ))}
        </div>
        <span />
      </div>
      <div className={`grow min-h-0 scroll ${styles.scroller}`} ref={scroller}>
        <div role="tree" aria-label={t.waterfall} style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const row = rows[index] as WaterfallRow;
            const isChosen = row.kind === 'step' && row.step.id === selected;
            return (
              <div
                key={row.key}
                role="treeitem"
                data-index={index}
                aria-level={row.depth + 1}
                aria-selected={isChosen}
                aria-setsize={rows.length}
                aria-posinset={index + 1}
                aria-expanded={row.isOpen ?? undefined}
                tabIndex={index === Math.min(active, rows.length - 1) ? 0 : -1}
                className={
                  isChosen
                    ? `pointer absolute hovers ${styles.row} ${styles.chosen}`
                    : `pointer absolute hovers ${styles.row}`
                }
                style={{ transform: `translateY(${start}px)` }}
                onFocus={() => setActive(index)}
                onKeyDown={(event) => onKey(event, row, index)}
                onClick={() => open(row)}
              >
                <Name row={row} names={names} onToggle={() => toggle(row.key)} />
                <Bar row={row} from={from} span={span} until={moment ?? until} />
                <Took row={row} />
              </div>
            );
          })}
        </div>
      </div>
      {moment !== null && (
        <div className={`grid absolute ${styles.overlay}`} style={{ paddingRight: bar }} aria-hidden="true">
          <span style={{ left: `${((moment - from) / span) * 100}%` }} />
        </div>
      )}
    </div>
  );
}

function Name({ row, names, onToggle }: { row: WaterfallRow; names: NodeNames; onToggle: () => void }) {
  const t = useTexts(texts);
  const words = useTexts(statusTexts);
  const state = row.kind === 'step' ? row.step.status : row.state;
  const node = row.kind === 'step' ? names.get(row.step.nodeId) : undefined;
  return (
    <span className={`row min-w-0 gap-6 ${styles.name}`} style={{ paddingLeft: 8 + row.depth * 14 }}>
      {row.isOpen === null ? (
        <span className={styles.noToggle} />
      ) : (
        // The keyboard opens by the arrows.
        <span
          className={styles.toggle}
          aria-hidden="true"
          onClick={(event) => {
            event.stopPropagation();
            onToggle();
          }}
        >
          <Icon name={row.isOpen ? 'chevronDown' : 'chevronRight'} size={13} />
        </span>
      )}
      <span className={`rigid circle ${styles.dot} ${styles[state]}`} />
      <span className="visually-hidden">{words[state]}:</span>
      {row.kind === 'step' ? (
        <>
          <Icon name={iconOfNode(node?.type ?? '')} size={13} className={styles.type} />
          <span className="ellipsis">{node?.label ?? row.step.nodeId}</span>
          {row.step.attempt > 1 && <span className="warning tiny strong">×{row.step.attempt}</span>}
        </>
      ) : (
        <span className="ellipsis">{t.item(row.iteration)}</span>
      )}
    </span>
  );
}

interface BarProps {
  row: WaterfallRow;
  from: number;
  span: number;
  until: number;
}

function Bar({ row, from, span, until }: BarProps) {
  if (row.kind === 'step' && row.step.status === 'skipped')
    return <span className={`h-full relative ${styles.lane}`} />;
  const [start, end, state] =
    row.kind === 'step'
      ? [Date.parse(row.step.startedAt), row.step.finishedAt ? Date.parse(row.step.finishedAt) : until, row.step.status]
      : [row.startedAt, row.finishedAt ?? until, row.state];
  const left = Math.max(0, ((start - from) / span) * 100);
  const width = Math.max(0, ((Math.min(end, until) - start) / span) * 100);
  return (
    <span className={`h-full relative ${styles.lane}`}>
      <span
        className={`${styles.bar} ${styles[state]} ${row.kind === 'iteration' ? styles.thin : ''}`}
        style={{ left: `min(${left}%, calc(100% - 3px))`, width: `${Math.min(width, 100 - left)}%` }}
      />
    </span>
  );
}

function Took({ row }: { row: WaterfallRow }) {
  const language = useLanguage();
  if (row.kind === 'step' && row.step.status === 'skipped')
    return <span className={`muted digits nowrap ${styles.took}`}>–</span>;
  const [start, end] =
    row.kind === 'step'
      ? [Date.parse(row.step.startedAt), row.step.finishedAt ? Date.parse(row.step.finishedAt) : null]
      : [row.startedAt, row.finishedAt];
  return (
    <span className={`muted digits nowrap ${styles.took}`}>
      {end === null ? '…' : duration(Math.max(0, end - start), language)}
    </span>
  );
}
