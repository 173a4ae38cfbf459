import type { ContactStatus } from '../../generated/graphql';
import { useTexts } from '../../i18n/texts';
import { Badge, type BadgeTone } from '../../ui/badge';
import { statuses } from './status-texts';
import { customers } from './texts';

export const contactStatuses = ['lead', 'qualified', 'customer', 'lost'] as const;
const contactTones: Record<ContactStatus, BadgeTone> = {
  lead: 'info',
  qualified: 'waiting',
  customer: 'success',
  lost: 'neutral',
};

/** The status of a contact. */
export function ContactStatusBadge({ status }: { status: ContactStatus }) {
  const t = useTexts(customers);
  return <Badge tone={contactTones[status]}>{t[`contact_${status}`]}</Badge>;
}

type Status = keyof ReturnType<typeof statuses>;

/** The name of a status of any other record: conversations, messages, opportunities, appointments, campaigns. */
export function useStatusText(): (status: Status) => string {
  const t = useTexts(statuses);
  return (status) => t[status];
}

const tones: Partial<Record<Status, BadgeTone>> = {
  open: 'info',
  pending: 'warning',
  resolved: 'neutral',
  won: 'success',
  lost: 'danger',
  scheduled: 'info',
  completed: 'success',
  cancelled: 'neutral',
  no_show: 'warning',
  sending: 'info',
  sent: 'success',
  delivered: 'success',
  failed: 'danger',
  queued: 'waiting',
  paused: 'warning',
  sandboxed: 'warning',
  skipped: 'neutral',
  active: 'info',
  stopped: 'neutral',
};

/** A status as a coloured word. */
export function StatusBadge({ status, live = false }: { status: Status; live?: boolean }) {
  const t = useTexts(statuses);
  return (
    <Badge tone={tones[status] ?? 'neutral'} live={live}>
      {t[status]}
    </Badge>
  );
}
