import type { ReactNode } from 'react';
import { graphql } from '../../api/graphql';
import { useWrite } from '../../api/query';
import { day } from '../../i18n/format';
import { useTexts } from '../../i18n/texts';
import { Badge } from '../../ui/badge';
import { CopyButton } from '../../ui/copy-button';
import { Switch } from '../../ui/field';
import { Card } from '../../ui/page';
import { common } from '../../ui/texts';
import { Time } from '../../ui/time';
import { toast, toastError } from '../../ui/toast';
import { useCan, useWorkspaceId } from '../../workspace/workspace';
import { contactsTexts } from '../contacts/texts';
import { ContactStatusBadge } from '../customers/badges';
import styles from '../customers/customers.module.css';
import { customers } from '../customers/texts';
import type { ContactDetails } from './query';
import { contactTexts } from './texts';

const setDoNotContact = graphql(`
  mutation ContactSetDoNotContact($workspaceId: ID!, $contactId: ID!, $doNotContact: Boolean!) {
    updateContact(workspaceId: $workspaceId, contactId: $contactId, input: { doNotContact: $doNotContact }) {
      id
    }
  }
`);

/** The fields of a contact. */
export function Details({ contact }: { contact: ContactDetails }) {
  const t = useTexts(contactsTexts);
  const own = useTexts(contactTexts);
  const words = useTexts(customers);
  const { email, phone, company, source, tags, assignee, customFields } = contact;
  return (
    <Card title={useTexts(common).details}>
      <dl className={`mb-14 ${styles.details}`}>
        <Line name={words.status}>
          <ContactStatusBadge status={contact.status} />
        </Line>
        <Line name={t.email} copy={email}>
          {email && <a href={`mailto:${email}`}>{email}</a>}
        </Line>
        {email && (
          <Line name={own.marketing}>
            <Consent contact={contact} />
          </Line>
        )}
        <Line name={t.phone} copy={phone}>
          {phone && <a href={`tel:${phone}`}>{phone}</a>}
        </Line>
        <Line name={t.company}>{company}</Line>
        <Line name={words.assignedTo}>{assignee ? assignee.name || assignee.email : words.nobody}</Line>
        <Line name={t.source}>{source}</Line>
        <Line name={words.tags}>
          {tags.length > 0 && (
            <span className="flex wrap gap-4">
              {tags.map((tag) => (
                <span key={tag} className={`inline gap-3 small plain nowrap ${styles.tag}`}>
                  {tag}
                </span>
              ))}
            </span>
          )}
        </Line>
        {Object.entries(customFields).map(([name, value]) => (
          <Line key={name} name={name}>
            {typeof value === 'string' ? value : JSON.stringify(value)}
          </Line>
        ))}
        <Line name={words.created}>{day(contact.createdAt)}</Line>
        <Line name={own.updated}>
          <Time at={contact.updatedAt} />
        </Line>
      </dl>
      <DoNotContact contact={contact} />
    </Card>
  );
}

/** Whether marketing emails may be sent to a contact; if not, since when and by what. */
function Consent({ contact: { unsubscribedAt, unsubscribedBy } }: { contact: ContactDetails }) {
  const t = useTexts(contactTexts);
  if (!unsubscribedAt) return <Badge>{t.subscribed}</Badge>;
  return (
    <>
      <Badge tone="warning">{t.unsubscribed}</Badge> <Time at={unsubscribedAt} />
      {unsubscribedBy && ` ${t[`unsubscribed_${unsubscribedBy}`]}`}
    </>
  );
}

function Line({ name, copy, children }: { name: string; copy?: string | null; children?: ReactNode }) {
  return (
    <div>
      <dt className="muted break">{name}</dt>
      <dd className="row min-w-0 gap-4 break">
        {children || <span className="muted">–</span>}
        {copy && <CopyButton text={copy} />}
      </dd>
    </div>
  );
}

function DoNotContact({ contact: { id, doNotContact } }: { contact: ContactDetails }) {
  const words = useTexts(customers);
  const saved = useTexts(common).saved;
  const workspaceId = useWorkspaceId();
  const can = useCan();
  const { mutate, isPending } = useWrite(setDoNotContact, ['contact']);
  const set = (isOn: boolean) =>
    mutate(
      { workspaceId, contactId: id, doNotContact: isOn },
      { onSuccess: () => toast(saved, { undo: () => set(!isOn) }), onError: toastError },
    );
  return (
    <Switch
      label={words.doNotContact}
      checked={doNotContact}
      disabled={isPending || !can('contacts:write')}
      onChange={set}
    />
  );
}
