import { useState } from 'react';
import { graphql } from '../../api/graphql';
import { useWrite } from '../../api/query';
import { useTexts } from '../../i18n/texts';
import { FormDialog } from '../../ui/dialog';
import { Check, Field, fieldError, Input, Select } from '../../ui/field';
import { common } from '../../ui/texts';
import { toast } from '../../ui/toast';
import { useWorkspaceId } from '../../workspace/workspace';
import { contactStatuses } from '../customers/badges';
import { ConflictNotice, isOutdated } from '../customers/conflict-notice';
import { AssigneeSelect } from '../customers/members';
import { TagsInput } from '../customers/tags-input';
import { customers } from '../customers/texts';
import styles from './contacts.module.css';
import { CustomFields } from './custom-fields';
import type { ContactRow } from './list';
import { contactsTexts } from './texts';

const createContact = graphql(`
  mutation ContactsCreate($workspaceId: ID!, $input: CreateContactInput!) {
    createContact(workspaceId: $workspaceId, input: $input) {
      id
    }
  }
`);

const updateContact = graphql(`
  mutation ContactsUpdate($workspaceId: ID!, $contactId: ID!, $input: UpdateContactInput!, $since: DateTime) {
    updateContact(workspaceId: $workspaceId, contactId: $contactId, input: $input, ifUnmodifiedSince: $since) {
      id
    }
  }
`);

/** What the form edits. */
export type ContactDraft = Omit<ContactRow, 'id' | 'assignee' | 'createdAt' | 'updatedAt'>;

const blank: ContactDraft = {
  name: null,
  email: null,
  phone: null,
  company: null,
  source: null,
  assignedTo: null,
  status: 'lead',
  tags: [],
  doNotContact: false,
  customFields: {},
};

interface ContactFormProps {
  /** The contact to edit; without it, one is created. */
  contact?: ContactRow;
  /** What a new contact begins with. */
  initial?: Partial<ContactDraft>;
  onClose: () => void;
  onCreated?: (contactId: string) => void;
}

/** Creates or edits a contact. */
export function ContactForm({ contact, initial, onClose, onCreated }: ContactFormProps) {
  const t = useTexts(contactsTexts);
  const words = useTexts(common);
  const workspaceId = useWorkspaceId();
  const [draft, setDraft] = useState<ContactDraft>(() => ({ ...blank, ...initial, ...(contact && draftOf(contact)) }));
  const creation = useWrite(createContact, ['contact']);
  const change = useWrite(updateContact, ['contact']);
  const { error, isPending } = contact ? change : creation;
  const set = (changes: Partial<ContactDraft>) => setDraft((before) => ({ ...before, ...changes }));
  const submit = (anyway = false) => {
    const onSuccess = () => {
      toast(words.saved);
      onClose();
    };
    if (!contact) {
      creation.mutate(
        { workspaceId, input: draft },
        {
          onSuccess: (made) => {
            onSuccess();
            onCreated?.(made.createContact.id);
          },
        },
      );
      return;
    }
    const input = Object.fromEntries(
      Object.entries(draft).filter(([name, value]) => !isSame(value, contact[name as keyof ContactDraft])),
    );
    const since = anyway ? null : contact.updatedAt;
    change.mutate({ workspaceId, contactId: contact.id, input, since }, { onSuccess });
  };
  return (
    <FormDialog
      title={contact ? t.edit : t.create}
      open
      onClose={onClose}
      submit={contact ? words.save : words.create}
      busy={isPending}
      error={isOutdated(error) ? null : error}
      onSubmit={() => submit()}
    >
      <Fields draft={draft} set={set} error={error} />
      {isOutdated(error) && <ConflictNotice busy={isPending} onSaveAnyway={() => submit(true)} />}
    </FormDialog>
  );
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

function draftOf(contact: ContactRow): ContactDraft {
  const { id: _, assignee: _assignee, createdAt: _created, updatedAt: _updated, ...draft } = contact;
  return draft;
}

interface FieldsProps {
  draft: ContactDraft;
  set: (changes: Partial<ContactDraft>) => void;
  error: unknown;
}

function Fields({ draft, set, error }: FieldsProps) {
  const t = useTexts(contactsTexts);
  const words = useTexts(customers);
  const text = (name: 'name' | 'email' | 'phone' | 'company' | 'source', type = 'text') => (
    <Input
      type={type}
      placeholder={name === 'phone' ? t.phoneHint : undefined}
      maxLength={name === 'email' || name === 'phone' ? undefined : 200}
      value={draft[name] ?? ''}
      onChange={(event) => set({ [name]: event.target.value || null })}
    />
  );
  return (
    <>
      <Field label={useTexts(common).name} error={fieldError(error, 'name')}>
        {text('name')}
      </Field>
      <div className={`halves gap-x-14 ${styles.pair}`}>
        <Field label={t.email} error={fieldError(error, 'email')}>
          {text('email', 'email')}
        </Field>
        <Field label={t.phone} error={fieldError(error, 'phone')}>
          {text('phone', 'tel')}
        </Field>
        <Field label={t.company} error={fieldError(error, 'company')}>
          {text('company')}
        </Field>
        <Field label={t.source} error={fieldError(error, 'source')}>
          {text('source')}
        </Field>
        <Field label={words.status}>
          <Select
            value={draft.status}
            options={contactStatuses.map((value) => ({ value, label: words[`contact_${value}`] }))}
            onChange={(status) => set({ status })}
          />
        </Field>
        <Field label={words.assignedTo} error={fieldError(error, 'assignedTo')}>
          <AssigneeSelect value={draft.assignedTo ?? null} onChange={(assignedTo) => set({ assignedTo })} />
        </Field>
      </div>
      <Field label={words.tags} hint={words.tagsHint} error={fieldError(error, 'tags')}>
        <TagsInput value={draft.tags} onChange={(tags) => set({ tags })} />
      </Field>
      <CustomFields value={draft.customFields} onChange={(customFields) => set({ customFields })} />
      <Check
        label={words.doNotContact}
        checked={draft.doNotContact}
        onChange={(doNotContact) => set({ doNotContact })}
      />
      <p className={`muted small ${styles.checkHint}`}>{t.doNotContactHint}</p>
    </>
  );
}
