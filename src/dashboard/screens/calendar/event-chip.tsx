import { useLanguage } from '../../i18n/language';
import { Icon, type IconName } from '../../ui/icon';
import { useStatusText } from '../customers/badges';
import { contactName } from '../customers/contact-picker';
import styles from './calendar.module.css';
import type { Appointment } from './queries';

const icons: Record<Appointment['status'], IconName | null> = {
  scheduled: null,
  completed: 'check',
  cancelled: 'close',
  no_show: 'alert',
};

/** The time of day, in the zone of the user. */
export function useTimeOfDay(): (iso: string) => string {
  const language = useLanguage();
  const format = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return (iso) => format.format(new Date(iso));
}

interface EventChipProps {
  event: Appointment;
  /** Shows the contact and the place, too. */
  isLarge?: boolean;
  onOpen: (event: Appointment) => void;
}

/** An appointment in the calendar, which opens it. */
export function EventChip({ event, isLarge = false, onOpen }: EventChipProps) {
  const time = useTimeOfDay();
  const statusText = useStatusText();
  const { title, startsAt, endsAt, status, contact, location } = event;
  const icon = icons[status];
  const who = contact ? contactName(contact) : '';
  return (
    <button
      type="button"
      className={[styles.event, styles[status], isLarge && styles.large].filter(Boolean).join(' ')}
      title={[`${time(startsAt)}–${time(endsAt)}`, title, who, location, statusText(status)]
        .filter(Boolean)
        .join(' · ')}
      onClick={(click) => {
        click.stopPropagation();
        onOpen(event);
      }}
    >
      {icon && (
        <>
          <Icon className="rigid" name={icon} size={12} />
          <span className="visually-hidden">{statusText(status)}</span>
        </>
      )}
      <time className="rigid digits" dateTime={startsAt}>
        {time(startsAt)}
      </time>
      <span className={`clip bold ${styles.eventTitle}`}>{title}</span>
      {isLarge && who && <span className={`w-full clip ${styles.who}`}>{who}</span>}
    </button>
  );
}
