import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { graphql } from '../../api/graphql';
import { useRead } from '../../api/query';
import { useTexts } from '../../i18n/texts';
import { BackLink } from '../../ui/back-link';
import { Button } from '../../ui/button';
import { IconButton } from '../../ui/icon-button';
import { Menu } from '../../ui/menu';
import { Empty, ErrorNotice, Notice } from '../../ui/notice';
import { Card, Page, Skeleton } from '../../ui/page';
import { common } from '../../ui/texts';
import { ConfirmWrite } from '../../workspace/confirm-write';
import { useCan, useWorkspaceId } from '../../workspace/workspace';
import { ContactForm } from '../contacts/contact-form';
import { contactName } from '../customers/contact-picker';
import styles from '../customers/customers.module.css';
import { customers } from '../customers/texts';
import { Details } from './details';
import { type ContactDetails, findContact } from './query';
import { contactTexts } from './texts';
import { Timeline } from './timeline';

const deleteContact = graphql(`
  mutation ContactDelete($workspaceId: ID!, $contactId: ID!) {
    deleteContact(workspaceId: $workspaceId, contactId: $contactId) {
      deletedId
    }
  }
`);

/** One contact: who it is, and what happened. */
export default function Contact() {
  const t = useTexts(contactTexts);
  const id = useWorkspaceId();
  const { contactId = '' } = useParams({ strict: false });
  const { data, error, refetch } = useRead(
    findContact,
    { id, contactId },
    { live: ['contact', 'conversation', 'message', 'opportunity', 'calendar_event'], keep: false },
  );
  if (!data) {
    return (
      <Page title={t.allContacts}>
        {error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : <Skeleton lines={8} />}
      </Page>
    );
  }
  const { contact } = data.workspace;
  if (contact) return <Found contact={contact} />;
  return (
    <Empty icon="people" title={t.gone} action={<BackLink to={`/w/${id}/contacts`}>{t.allContacts}</BackLink>}>
      {t.goneHint}
    </Empty>
  );
}

function Found({ contact }: { contact: ContactDetails }) {
  const t = useTexts(contactTexts);
  const shared = useTexts(customers);
  const id = useWorkspaceId();
  const [isEditing, setEditing] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const name = contactName(contact) || shared.unnamed;
  return (
    <Page
      title={name}
      description={<BackLink to={`/w/${id}/contacts`}>{t.allContacts}</BackLink>}
      actions={<Actions onEdit={() => setEditing(true)} onDelete={() => setDeleting(true)} />}
    >
      {contact.doNotContact && (
        <Notice tone="warning" title={shared.doNotContact}>
          {t.doNotContact}
        </Notice>
      )}
      <div className={`grid start gap-16 ${styles.halves}`}>
        <Details contact={contact} />
        <Card title={t.timeline}>
          <Timeline contact={contact} />
        </Card>
      </div>
      {isEditing && <ContactForm contact={contact} onClose={() => setEditing(false)} />}
      {isDeleting && <DeleteContact contactId={contact.id} name={name} onClose={() => setDeleting(false)} />}
    </Page>
  );
}

function Actions({ onEdit, onDelete }: { onEdit: () => void; onDelete: () => void }) {
  const words = useTexts(common);
  const can = useCan();
  if (!can('contacts:write')) return null;
  return (
    <>
      <Button icon="edit" onClick={onEdit}>
        {words.edit}
      </Button>
      <Menu
        trigger={<IconButton icon="more" look="plain" label={words.more} />}
        items={[{ label: words.delete, icon: 'trash', danger: true, onSelect: onDelete }]}
      />
    </>
  );
}

function DeleteContact({ contactId, name, onClose }: { contactId: string; name: string; onClose: () => void }) {
  const t = useTexts(contactTexts);
  const { deleted } = useTexts(customers);
  const workspaceId = useWorkspaceId();
  const navigate = useNavigate();
  return (
    <ConfirmWrite
      operation={deleteContact}
      variables={{ contactId }}
      changes={[]}
      title={t.deleteTitle(name)}
      description={t.deleteHint}
      said={deleted}
      onDone={() => void navigate({ to: '/w/$workspaceId/contacts', params: { workspaceId } })}
      onClose={onClose}
    />
  );
}
