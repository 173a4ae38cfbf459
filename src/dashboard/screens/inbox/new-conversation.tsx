import { useState } from 'react';
import { graphql } from '../../api/graphql';
import { useWrite } from '../../api/query';
import type { ConversationChannel } from '../../generated/graphql';
import { useTexts } from '../../i18n/texts';
import { FormDialog } from '../../ui/dialog';
import { Field, fieldError, Select } from '../../ui/field';
import { common } from '../../ui/texts';
import { useWorkspaceId } from '../../workspace/workspace';
import { ContactPicker, type PickedContact } from '../customers/contact-picker';
import { customers } from '../customers/texts';
import { inboxTexts } from './texts';

const createConversation = graphql(`
  mutation InboxCreate($workspaceId: ID!, $input: CreateConversationInput!) {
    createConversation(workspaceId: $workspaceId, input: $input) {
      id
    }
  }
`);

const written = ['whatsapp', 'sms', 'email', 'webchat'] as const;

interface NewConversationProps {
  onClose: () => void;
  onCreated: (conversationId: string) => void;
}

/** Begins a conversation with a contact. */
export function NewConversation({ onClose, onCreated }: NewConversationProps) {
  const t = useTexts(inboxTexts);
  const words = useTexts(customers);
  const workspaceId = useWorkspaceId();
  const [contact, setContact] = useState<PickedContact | null>(null);
  const [channel, setChannel] = useState<ConversationChannel>('whatsapp');
  const { mutate, error, isPending } = useWrite(createConversation, ['conversation']);
  const submit = () => {
    if (!contact) return;
    mutate(
      { workspaceId, input: { contactId: contact.id, channel } },
      {
        onSuccess: ({ createConversation: { id } }) => {
          onClose();
          onCreated(id);
        },
      },
    );
  };
  return (
    <FormDialog
      title={t.create}
      open
      onClose={onClose}
      submit={useTexts(common).create}
      busy={isPending}
      error={error}
      disabled={!contact}
      onSubmit={submit}
    >
      <Field label={t.writeTo} error={fieldError(error, 'contactId')}>
        <ContactPicker value={contact} onChange={setContact} />
      </Field>
      <Field label={words.channel}>
        <Select
          value={channel}
          options={written.map((value) => ({ value: value as ConversationChannel, label: words[`channel_${value}`] }))}
          onChange={setChannel}
        />
      </Field>
    </FormDialog>
  );
}
