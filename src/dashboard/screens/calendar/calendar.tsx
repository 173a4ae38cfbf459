import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { usePages, useRead } from '../../api/query';
import { useLanguage } from '../../i18n/language';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { Select } from '../../ui/field';
import { IconButton } from '../../ui/icon-button';
import { ErrorNotice, Notice } from '../../ui/notice';
import { Page, Skeleton, Toolbar } from '../../ui/page';
import { among, text, useAddress } from '../../workspace/address';
import { useCan, useWorkspaceId } from '../../workspace/workspace';
import styles from './calendar.module.css';
import { addDays, dayKey, dayOf, daysOfMonth, daysOfWeek } from './dates';
import { EventForm } from './event-form';
import { Month } from './month';
import { type Appointment, findEvent, listEvents } from './queries';
import { calendarTexts } from './texts';
import { Week } from './week';

const names = { view: among(['month', 'week']), date: text };

/** Appointments by month or week, in the zone of the user. */
export default function Calendar() {
  const t = useTexts(calendarTexts);
  const id = useWorkspaceId();
  const can = useCan();
  const language = useLanguage();
  const [filters, setFilters] = useAddress(names);
  const open = useOpenEvent();
  const view = filters.view ?? 'month';
  const date = filters.date || !open.event ? dayOf(filters.date) : new Date(open.event.startsAt);
  const days = view === 'week' ? daysOfWeek(date) : daysOfMonth(date);
  const first = days[0] as Date;
  const end = addDays(days.at(-1) as Date, 1);
  const pages = usePages(
    listEvents,
    { id, from: addDays(first, -1).toISOString(), to: end.toISOString() },
    ({ workspace }) => workspace.calendarEvents,
    { live: ['calendar_event', 'contact'] },
  );
  const { more } = pages;
  const loaded = pages.items?.length ?? 0;
  useEffect(() => {
    if (loaded > 0 && loaded < 2_000) more();
  }, [loaded, more]);
  const [startsAt, setStartsAt] = useState<Date | null>(null);
  const mayWrite = can('calendarEvents:write');
  const name = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric' }).format(
    view === 'week' ? (days[3] as Date) : date,
  );
  const shared = { days, events: pages.items ?? [], onOpen: open.show, onCreate: mayWrite ? setStartsAt : null };
  return (
    <Page
      title={t.title}
      description={t.zone(Intl.DateTimeFormat().resolvedOptions().timeZone)}
      fill
      actions={
        mayWrite && (
          <Button look="primary" icon="plus" onClick={() => setStartsAt(nextFullHour())}>
            {t.create}
          </Button>
        )
      }
    >
      <Toolbar>
        <Steps view={view} date={date} onChange={(next) => setFilters({ date: next && dayKey(next) })} />
        <h2 className={styles.name}>{name}</h2>
        <Select
          aria-label={t.view}
          value={view}
          options={[
            { value: 'month', label: t.month },
            { value: 'week', label: t.week },
          ]}
          onChange={(next) => setFilters({ view: next, date: dayKey(date) })}
        />
      </Toolbar>
      {open.isGone && <Notice tone="warning">{t.gone}</Notice>}
      {pages.query.error && !pages.items && <ErrorNotice error={pages.query.error} />}
      {!pages.items && !pages.query.error && <Skeleton lines={9} />}
      {pages.items && view === 'month' && (
        <Month {...shared} month={date.getMonth()} onWeek={(day) => setFilters({ view: 'week', date: dayKey(day) })} />
      )}
      {pages.items && view === 'week' && <Week {...shared} />}
      {startsAt && <EventForm startsAt={startsAt} onClose={() => setStartsAt(null)} />}
      {open.event && <EventForm key={open.event.id} event={open.event} onClose={open.close} />}
    </Page>
  );
}

/** The appointment of the address. */
function useOpenEvent() {
  const id = useWorkspaceId();
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const { eventId } = useParams({ strict: false });
  const { data } = useRead(
    findEvent,
    { id, eventId: eventId ?? '' },
    { enabled: eventId !== undefined, live: ['calendar_event'], keep: false },
  );
  const event: Appointment | null | undefined = eventId ? data?.workspace.calendarEvent : undefined;
  return {
    event,
    isGone: event === null,
    show: ({ id: next }: Appointment) =>
      void navigate({
        to: '/w/$workspaceId/calendar/$eventId',
        params: { workspaceId: id, eventId: next },
        search: search as never,
      }),
    close: () =>
      void navigate({ to: '/w/$workspaceId/calendar', params: { workspaceId: id }, search: search as never }),
  };
}

interface StepsProps {
  view: 'month' | 'week';
  date: Date;
  /** Undefined stands for today. */
  onChange: (date: Date | undefined) => void;
}

function Steps({ view, date, onChange }: StepsProps) {
  const t = useTexts(calendarTexts);
  const step = (direction: 1 | -1) =>
    onChange(
      view === 'week' ? addDays(date, 7 * direction) : new Date(date.getFullYear(), date.getMonth() + direction, 1),
    );
  return (
    <>
      <Button onClick={() => onChange(undefined)}>{t.today}</Button>
      <IconButton icon="chevronLeft" label={t.previous} onClick={() => step(-1)} />
      <IconButton icon="chevronRight" label={t.next} onClick={() => step(1)} />
    </>
  );
}

function nextFullHour(): Date {
  const date = new Date();
  date.setHours(date.getHours() + 1, 0, 0, 0);
  return date;
}
