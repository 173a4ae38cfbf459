import { useLanguage } from '../../i18n/language';
import { useTexts } from '../../i18n/texts';
import styles from './calendar.module.css';
import { byDay, dayKey } from './dates';
import { EventChip } from './event-chip';
import type { Appointment } from './queries';
import { calendarTexts } from './texts';

export interface ViewProps {
  days: readonly Date[];
  events: readonly Appointment[];
  onOpen: (event: Appointment) => void;
  /** Null for those who may not create. */
  onCreate: ((startsAt: Date) => void) | null;
}

/** Appointments of one day that a month shows; the week shows all. */
const shown = 3;

/** A month as whole weeks. */
export function Month(props: ViewProps & { month: number; onWeek: (day: Date) => void }) {
  const { days, events, month } = props;
  const language = useLanguage();
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'short' });
  const perDay = byDay(events);
  const weeks = Array.from({ length: days.length / 7 }, (_, index) => days.slice(index * 7, index * 7 + 7));
  return (
    <div className="grow min-h-0 scroll box">
      <table className={`w-full h-full ${styles.month}`}>
        <thead>
          <tr>
            {days.slice(0, 7).map((day) => (
              <th key={day.getTime()} scope="col">
                {weekday.format(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]?.getTime()}>
              {week.map((day) => (
                <Day
                  key={day.getTime()}
                  {...props}
                  day={day}
                  isOther={day.getMonth() !== month}
                  events={perDay.get(dayKey(day)) ?? []}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface DayProps extends ViewProps {
  day: Date;
  isOther: boolean;
  onWeek: (day: Date) => void;
}

function Day({ day, isOther, events, onOpen, onCreate, onWeek }: DayProps) {
  const t = useTexts(calendarTexts);
  const language = useLanguage();
  const isToday = dayKey(day) === dayKey(new Date());
  const name = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long' }).format(day);
  const nine = new Date(day.getFullYear(), day.getMonth(), day.getDate(), 9);
  const hidden = events.length - shown;
  const visible = hidden > 0 ? events.slice(0, shown) : events;
  const number = <span className={isToday ? `${styles.number} ${styles.today}` : styles.number}>{day.getDate()}</span>;
  return (
    <td className={isOther ? styles.other : undefined} aria-current={isToday ? 'date' : undefined}>
      <div className={`stack gap-2 ${styles.day}`}>
        {onCreate ? (
          <button
            type="button"
            className={`flex bare pointer round-small no-padding hovers ${styles.dayButton}`}
            aria-label={t.createAt(name)}
            onClick={() => onCreate(nine)}
          >
            {number}
          </button>
        ) : (
          number
        )}
        {visible.map((event) => (
          <EventChip key={event.id} event={event} onOpen={onOpen} />
        ))}
        {hidden > 0 && (
          <button
            type="button"
            className={`muted small bare pointer lights-up ${styles.more}`}
            aria-label={t.moreOn(hidden, name)}
            onClick={() => onWeek(day)}
          >
            {t.more(hidden)}
          </button>
        )}
      </div>
    </td>
  );
}
