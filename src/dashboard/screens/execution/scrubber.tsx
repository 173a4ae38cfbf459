import { duration, number } from '../../i18n/format';
import { useLanguage } from '../../i18n/language';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { statusTexts } from '../../ui/execution-status';
import { IconButton } from '../../ui/icon-button';
import styles from './execution.module.css';
import type { NodeNames } from './node-names';
import { texts } from './texts';
import type { TimeTravel } from './time-travel';

interface ScrubberProps {
  travel: TimeTravel;
  names: NodeNames;
  /** Milliseconds since 1970. */
  from: number;
}

/** Goes through a run event by event. */
export function Scrubber({ travel, names, from }: ScrubberProps) {
  const t = useTexts(texts);
  const words = useTexts(statusTexts);
  const language = useLanguage();
  const { events, position, isPlaying, moment, state } = travel;
  const at = position ?? events.length;
  const changed = position === null || position === 0 ? null : events[position - 1];
  const what = changed?.step
    ? `${names.get(changed.step.nodeId)?.label ?? changed.step.nodeId}${changed.step.iteration ? ` · ${t.item(changed.step.iteration)}` : ''}: ${words[changed.step.status].toLowerCase()}`
    : position === 0
      ? t.beforeStart
      : null;
  const label =
    position === null ? (state.run.status === 'running' ? t.live : t.atEnd) : t.eventOf(position, events.length);
  return (
    <section className={`row gap-4 surface ${styles.scrubber}`} aria-label={t.timeTravel}>
      <IconButton
        size="small"
        icon="chevronLeft"
        label={t.stepBack}
        disabled={at === 0}
        onClick={() => travel.goTo(at - 1)}
      />
      <IconButton
        size="small"
        icon={isPlaying ? 'pause' : 'play'}
        label={isPlaying ? t.pause : t.play}
        onClick={() => travel.play(!isPlaying)}
      />
      <IconButton
        size="small"
        icon="chevronRight"
        label={t.stepForward}
        disabled={position === null}
        onClick={() => travel.goTo(at + 1)}
      />
      <input
        type="range"
        className={styles.slider}
        aria-label={t.timeTravel}
        aria-valuetext={[label, what].filter(Boolean).join(', ')}
        min={0}
        max={events.length}
        value={at}
        onChange={(event) => {
          travel.play(false);
          travel.goTo(Number(event.target.value));
        }}
      />
      <span className="small digits nowrap">
        {moment === null ? label : `+${duration(Math.max(0, moment - from), language)}`}
        {moment !== null && (
          <span className="muted">
            {' '}
            · {number(at, language)}/{number(events.length, language)}
          </span>
        )}
      </span>
      <span className={`grow min-w-0 muted small ellipsis ${styles.changed}`} title={what ?? undefined}>
        {what}
      </span>
      {position !== null && (
        <Button size="small" look="quiet" onClick={() => travel.goTo(null)}>
          {t.toNow}
        </Button>
      )}
    </section>
  );
}
