import { type MouseEvent, useEffect, useRef } from 'react';
import { useLanguage } from '../../i18n/language';
import { useTexts } from '../../i18n/texts';
import { IconButton } from '../../ui/icon-button';
import styles from './calendar.module.css';
import { byDay, dayKey } from './dates';
import { EventChip } from './event-chip';
import type { ViewProps } from './month';
import type { Appointment } from './queries';
import { calendarTexts } from './texts';

/** The height of an hour. */
const hourPx = 48;
const hours = Array.from({ length: 24 }, (_, hour) => hour);

/** A week by hours. */
export function Week({ days, events, onOpen, onCreate }: ViewProps) {
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (scroller.current) scroller.current.scrollTop = 7.5 * hourPx;
  }, []);
  const perDay = byDay(events);
  return (
    <div className="grow min-h-0 scroll box" ref={scroller}>
      <div className={styles.week}>
        <div className={styles.corner} />
        {days.map((day) => (
          <DayHead key={day.getTime()} day={day} onCreate={onCreate} />
        ))}
        <div className={styles.hours} aria-hidden="true">
          {hours.map((hour) => (
            <span key={hour} style={{ height: hourPx }}>
              {hour > 0 && `${hour}:00`}
            </span>
          ))}
        </div>
        {days.map((day) => (
          <DayColumn
            key={day.getTime()}
            day={day}
            events={perDay.get(dayKey(day)) ?? []}
            onOpen={onOpen}
            onCreate={onCreate}
          />
        ))}
      </div>
    </div>
  );
}

function DayHead({ day, onCreate }: { day: Date; onCreate: ViewProps['onCreate'] }) {
  const t = useTexts(calendarTexts);
  const language = useLanguage();
  const isToday = dayKey(day) === dayKey(new Date());
  const name = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long' }).format(day);
  const nine = new Date(day.getFullYear(), day.getMonth(), day.getDate(), 9);
  return (
    <div className={`row gap-6 muted small line-left ${styles.dayHead}`} aria-current={isToday ? 'date' : undefined}>
      <span>{new Intl.DateTimeFormat(language, { weekday: 'short' }).format(day)}</span>
      <span className={isToday ? `${styles.number} ${styles.today}` : styles.number}>{day.getDate()}</span>
      {onCreate && <IconButton icon="plus" size="small" label={t.createAt(name)} onClick={() => onCreate(nine)} />}
    </div>
  );
}

interface DayColumnProps {
  day: Date;
  events: readonly Appointment[];
  onOpen: ViewProps['onOpen'];
  onCreate: ViewProps['onCreate'];
}

function DayColumn({ day, events, onOpen, onCreate }: DayColumnProps) {
  const create = (event: MouseEvent<HTMLDivElement>) => {
    if (event.target !== event.currentTarget) return;
    const top = event.clientY - event.currentTarget.getBoundingClientRect().top;
    const halves = Math.floor((top / hourPx) * 2);
    onCreate?.(new Date(day.getFullYear(), day.getMonth(), day.getDate(), 0, halves * 30));
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: a second way; the button above is for keys.
    <div className={`relative line-left ${styles.column}`} style={{ height: 24 * hourPx }} onClick={create}>
      {sideBySide(events).map(({ event, lane, lanes }) => (
        <div
          key={event.id}
          className={`grid min-w-0 absolute ${styles.place}`}
          style={{
            top: minuteOf(event.startsAt) * (hourPx / 60),
            height: Math.max(22, minutesOf(event) * (hourPx / 60) - 2),
            left: `${(lane / lanes) * 100}%`,
            width: `calc(${100 / lanes}% - 3px)`,
          }}
        >
          <EventChip event={event} isLarge={minutesOf(event) >= 45} onOpen={onOpen} />
        </div>
      ))}
    </div>
  );
}

function minuteOf(iso: string): number {
  const date = new Date(iso);
  return date.getHours() * 60 + date.getMinutes();
}

/** The length in minutes, at most to the end of the day. */
function minutesOf({ startsAt, endsAt }: Appointment): number {
  const minutes = (Date.parse(endsAt) - Date.parse(startsAt)) / 60_000;
  return Math.min(minutes, 1_440 - minuteOf(startsAt));
}

interface Placed {
  event: Appointment;
  lane: number;
  lanes: number;
}

/** Gives appointments that overlap a lane each. */
function sideBySide(events: readonly Appointment[]): Placed[] {
  const placed: Placed[] = [];
  let group: Placed[] = [];
  let until = 0;
  const ends: number[] = [];
  const close = () => {
    for (const one of group) one.lanes = ends.length;
    group = [];
    ends.length = 0;
  };
  for (const event of events) {
    const start = Date.parse(event.startsAt);
    if (start >= until) close();
    const free = ends.findIndex((end) => end <= start);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = Date.parse(event.endsAt);
    until = Math.max(start >= until ? 0 : until, ends[lane]);
    const one = { event, lane, lanes: 1 };
    group.push(one);
    placed.push(one);
  }
  close();
  return placed;
}
