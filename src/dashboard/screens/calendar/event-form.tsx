import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useWrite } from '../../api/query';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { FormDialog } from '../../ui/dialog';
import { Field, fieldError, Input, Select } from '../../ui/field';
import { common } from '../../ui/texts';
import { toast } from '../../ui/toast';
import { ConfirmWrite } from '../../workspace/confirm-write';
import { useCan, useWorkspaceId } from '../../workspace/workspace';
import { useStatusText } from '../customers/badges';
import { ConflictNotice, isOutdated } from '../customers/conflict-notice';
import { ContactPicker, contactName, type PickedContact } from '../customers/contact-picker';
import { customers } from '../customers/texts';
import styles from './calendar.module.css';
import { localTime } from './dates';
import { type Appointment, createEvent, deleteEvent, updateEvent } from './queries';
import { calendarTexts } from './texts';

const statuses = ['scheduled', 'completed', 'no_show', 'cancelled'] as const;
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

interface EventFormProps {
  event?: Appointment;
  /** The start of a new one. */
  startsAt?: Date;
  onClose: () => void;
}

interface Draft {
  title: string;
  contact: PickedContact | null;
  start: string;
  end: string;
  location: string;
  status: Appointment['status'];
}

/** Creates or edits an appointment. */
export function EventForm({ event, startsAt = new Date(), onClose }: EventFormProps) {
  const t = useTexts(calendarTexts);
  const words = useTexts(common);
  const can = useCan();
  const { deleted } = useTexts(customers);
  const workspaceId = useWorkspaceId();
  const [draft, setDraft] = useState<Draft>(() => draftOf(event, startsAt));
  const [isDeleting, setDeleting] = useState(false);
  const creation = useWrite(createEvent, ['calendar_event']);
  const change = useWrite(updateEvent, ['calendar_event']);
  const { error, isPending } = event ? change : creation;
  const mayWrite = can('calendarEvents:write');
  const submit = (anyway = false) => {
    const { title, contact, start, end, location, status } = draft;
    const onSuccess = () => {
      toast(words.saved);
      onClose();
    };
    const times = { startsAt: new Date(start).toISOString(), endsAt: new Date(end).toISOString() };
    const input = { title, contactId: contact?.id ?? null, location: location || null, status, ...times };
    if (!event) return creation.mutate({ workspaceId, input: { ...input, timezone: zone } }, { onSuccess });
    const since = anyway ? null : event.updatedAt;
    change.mutate({ workspaceId, eventId: event.id, input, since }, { onSuccess });
  };
  if (isDeleting && event) {
    return (
      <ConfirmWrite
        operation={deleteEvent}
        variables={{ eventId: event.id }}
        changes={['calendar_event']}
        title={t.deleteTitle(event.title)}
        description={t.deleteHint}
        said={deleted}
        onClose={onClose}
      />
    );
  }
  return (
    <FormDialog
      title={event ? (mayWrite ? t.edit : event.title) : t.create}
      description={t.zone(zone)}
      open
      onClose={onClose}
      submit={event ? words.save : words.create}
      busy={isPending}
      error={isOutdated(error) ? null : error}
      readOnly={mayWrite ? undefined : words.readOnly}
      disabled={draft.title.trim() === '' || !draft.start || !draft.end}
      onSubmit={() => submit()}
    >
      <Fields draft={draft} set={(changes) => setDraft({ ...draft, ...changes })} error={error} />
      {isOutdated(error) && <ConflictNotice busy={isPending} onSaveAnyway={() => submit(true)} />}
      {event && (
        <div className="row between">
          {mayWrite && (
            <Button size="small" look="quiet" icon="trash" onClick={() => setDeleting(true)}>
              {words.delete}
            </Button>
          )}
          {event.contact && (
            <Link to="/w/$workspaceId/contacts/$contactId" params={{ workspaceId, contactId: event.contact.id }}>
              {contactName(event.contact)}
            </Link>
          )}
        </div>
      )}
    </FormDialog>
  );
}

function draftOf(event: Appointment | undefined, startsAt: Date): Draft {
  return {
    title: event?.title ?? '',
    contact: event?.contact ?? null,
    start: localTime(event ? new Date(event.startsAt) : startsAt),
    end: localTime(event ? new Date(event.endsAt) : new Date(startsAt.getTime() + 1_800_000)),
    location: event?.location ?? '',
    status: event?.status ?? 'scheduled',
  };
}

interface FieldsProps {
  draft: Draft;
  set: (changes: Partial<Draft>) => void;
  error: unknown;
}

function Fields({ draft, set, error }: FieldsProps) {
  const t = useTexts(calendarTexts);
  const words = useTexts(customers);
  const statusText = useStatusText();
  /** A later start keeps the length. */
  const setStart = (start: string) => {
    const length = Date.parse(draft.end) - Date.parse(draft.start);
    const next = Date.parse(start);
    set(Number.isNaN(next + length) ? { start } : { start, end: localTime(new Date(next + length)) });
  };
  return (
    <>
      <Field label={t.titleField} error={fieldError(error, 'title')}>
        <Input value={draft.title} maxLength={200} onChange={({ target }) => set({ title: target.value })} />
      </Field>
      <div className={`grid gap-x-14 ${styles.pair}`}>
        <Field label={t.start} error={fieldError(error, 'startsAt')}>
          <Input type="datetime-local" value={draft.start} onChange={({ target }) => setStart(target.value)} />
        </Field>
        <Field label={t.end} error={fieldError(error, 'endsAt')}>
          <Input type="datetime-local" value={draft.end} onChange={({ target }) => set({ end: target.value })} />
        </Field>
      </div>
      <Field label={words.contact} error={fieldError(error, 'contactId')}>
        <ContactPicker value={draft.contact} onChange={(contact) => set({ contact })} />
      </Field>
      <div className={`grid gap-x-14 ${styles.pair}`}>
        <Field label={t.location} error={fieldError(error, 'location')}>
          <Input value={draft.location} maxLength={500} onChange={({ target }) => set({ location: target.value })} />
        </Field>
        <Field label={words.status}>
          <Select
            value={draft.status}
            options={statuses.map((value) => ({ value, label: statusText(value) }))}
            onChange={(status) => set({ status })}
          />
        </Field>
      </div>
    </>
  );
}
