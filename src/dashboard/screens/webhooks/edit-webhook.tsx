import { useState } from 'react';
import { graphql } from '../../api/graphql';
import { useWrite } from '../../api/query';
import { useTexts } from '../../i18n/texts';
import { CopyButton } from '../../ui/copy-button';
import { Dialog, FormDialog } from '../../ui/dialog';
import { Check, Field, fieldError, Input, TextArea } from '../../ui/field';
import { Notice } from '../../ui/notice';
import { common } from '../../ui/texts';
import { useWorkspaceId } from '../../workspace/workspace';
import { texts } from './texts';

const createWebhook = graphql(`
  mutation WebhooksCreate($workspaceId: ID!, $input: CreateWebhookInput!) {
    createWebhook(workspaceId: $workspaceId, input: $input) {
      secret
    }
  }
`);

const updateWebhook = graphql(`
  mutation WebhooksUpdate($workspaceId: ID!, $webhookId: ID!, $input: UpdateWebhookInput!) {
    updateWebhook(workspaceId: $workspaceId, webhookId: $webhookId, input: $input) {
      id
    }
  }
`);

interface Edited {
  id: string;
  url: string;
  events: readonly string[];
  description: string;
  isActive: boolean;
}

/** Adds a webhook, or changes one. */
export function EditWebhook({ webhook, onClose }: { webhook: Edited | null; onClose: () => void }) {
  const t = useTexts(texts);
  const words = useTexts(common);
  const workspaceId = useWorkspaceId();
  const create = useWrite(createWebhook, ['webhook']);
  const update = useWrite(updateWebhook, ['webhook']);
  const { error, isPending } = webhook ? update : create;
  const [url, setUrl] = useState(webhook?.url ?? 'https://');
  const [events, setEvents] = useState((webhook?.events ?? ['*']).join('\n'));
  const [description, setDescription] = useState(webhook?.description ?? '');
  const [isActive, setActive] = useState(webhook?.isActive ?? true);
  if (create.data) return <SigningSecret secret={create.data.createWebhook.secret} onClose={onClose} />;
  const submit = () => {
    const input = { url, events: events.split(/[\s,]+/).filter(Boolean), description, isActive };
    if (webhook) update.mutate({ workspaceId, webhookId: webhook.id, input }, { onSuccess: onClose });
    else create.mutate({ workspaceId, input });
  };
  return (
    <FormDialog
      title={webhook ? t.edit : t.add}
      open
      onClose={onClose}
      submit={webhook ? words.save : words.create}
      busy={isPending}
      error={error}
      onSubmit={submit}
    >
      <Field label={t.url} error={fieldError(error, 'url')}>
        <Input type="url" value={url} spellCheck={false} onChange={(event) => setUrl(event.target.value)} />
      </Field>
      <Field label={t.events} hint={t.eventsHint} error={fieldError(error, 'events')}>
        <TextArea value={events} spellCheck={false} onChange={(event) => setEvents(event.target.value)} />
      </Field>
      <Field label={t.descriptionField} error={fieldError(error, 'description')}>
        <Input value={description} maxLength={2000} onChange={(event) => setDescription(event.target.value)} />
      </Field>
      <Check label={t.on} checked={isActive} onChange={setActive} />
    </FormDialog>
  );
}

/** A secret that is shown this once. */
export function SigningSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const t = useTexts(texts);
  return (
    <Dialog title={t.newSecret} open onClose={onClose}>
      <Notice tone="success">{t.newSecretHint}</Notice>
      <div className="row gap-8 break round sunken py-10 px-12">
        <code className="grow">{secret}</code>
        <CopyButton text={secret} />
      </div>
    </Dialog>
  );
}
