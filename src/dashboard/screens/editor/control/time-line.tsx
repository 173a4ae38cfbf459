import { useMemo } from 'react';
import { number } from '../../../i18n/format';
import { useTexts } from '../../../i18n/texts';
import type { FlowControl } from '../flow-content';
import styles from './control.module.css';
import { type PlayedStart, playControl } from './play-control';
import { samplesFor } from './samples';
import { controlTexts } from './texts';

const size = { width: 360, row: 22, axis: 18, mark: 3 };

/** Plays a control with a few starts of two keys: each start is a row with its mark, its wait and its execution. */
export function TimeLine({ control }: { control: FlowControl }) {
  const t = useTexts(controlTexts);
  const { played, until } = useMemo(() => play(control), [control]);
  const x = (seconds: number) => (seconds / until) * (size.width - 2 * size.mark) + size.mark;
  const height = played.length * size.row + size.axis;
  return (
    <figure className={styles.figure}>
      <svg viewBox={`0 0 ${size.width} ${height}`} role="img" aria-label={t.timeLine}>
        {played.map((start, row) => (
          <g key={start.at} transform={`translate(0 ${row * size.row})`} className={styles[start.outcome]}>
            <title>{sentenceOf(start, t)}</title>
            <line
              x1={x(start.at)}
              x2={x(endOfWait(start))}
              y1={size.row / 2}
              y2={size.row / 2}
              className={styles.wait}
            />
            {start.runs && (
              <rect
                x={x(start.runs.from)}
                width={Math.max(1, x(start.runs.to) - x(start.runs.from))}
                y={4}
                height={size.row - 8}
                rx={3}
                className={styles.run}
              />
            )}
            <circle
              cx={x(start.at)}
              cy={size.row / 2}
              r={size.mark}
              className={start.key ? styles.other : styles.mark}
            />
          </g>
        ))}
        <text x={0} y={height - 4} className={styles.time}>
          0
        </text>
        <text x={size.width} y={height - 4} textAnchor="end" className={styles.time}>
          {t.seconds(number(Math.round(until)))}
        </text>
      </svg>
      <figcaption className="muted small">{t.timeLineHint}</figcaption>
    </figure>
  );
}

function play(control: FlowControl): { played: PlayedStart[]; until: number } {
  const { starts, seconds } = samplesFor(control);
  const played = playControl(control, starts, seconds);
  return { played, until: Math.max(...played.map(({ at, runs }) => Math.max(at, runs?.to ?? 0))) };
}

function endOfWait({ at, runs }: PlayedStart): number {
  return runs?.from ?? at;
}

type Texts = ReturnType<typeof controlTexts>;

/** A row in words. */
function sentenceOf({ at, key, outcome, runs, size: starts }: PlayedStart, t: Texts): string {
  const of = t.start(key ? 'B' : 'A', number(Math.round(at)));
  if (!runs)
    return `${of} ${{ skipped: t.skipped, gathered: t.gathered, replaced: t.neverRuns, completed: '' }[outcome]}`;
  const times = t.runs(number(Math.round(runs.from)), number(Math.round(runs.to)));
  const ending = outcome === 'replaced' ? ` ${t.replaced}` : '';
  return `${of} ${times}${starts > 1 ? ` ${t.standsFor(starts)}` : ''}${ending}`;
}
