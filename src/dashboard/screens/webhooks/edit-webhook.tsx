import { graphql } from '../../api/graphql';
import { useWrite } from '../../api/query';
import { useTexts } from '../../i18n/texts';
import { CopyButton } from '../../ui/copy-button';
import { Dialog } from '../../ui/dialog';
import { Notice } from '../../ui/notice';
import { RecordForm } from '../../ui/record-form';
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
  if (create.data) return <SigningSecret secret={create.data.createWebhook.secret} onClose={onClose} />;
  return (
    <RecordForm
      title={webhook ? t.edit : t.add}
      submit={webhook ? words.save : words.create}
      fields={{
        url: { label: t.url, type: 'url', spellCheck: false },
        events: { label: t.events, hint: t.eventsHint, isLong: true, spellCheck: false },
        description: { label: t.descriptionField, maxLength: 2000 },
        isActive: { label: t.on },
      }}
      initial={{
        url: webhook?.url ?? 'https://',
        events: (webhook?.events ?? ['*']).join('\n'),
        description: webhook?.description ?? '',
        isActive: webhook?.isActive ?? true,
      }}
      write={webhook ? update : create}
      onClose={onClose}
      onSubmit={({ events, ...rest }) => {
        const input = { ...rest, events: events.split(/[\s,]+/).filter(Boolean) };
        if (webhook) update.mutate({ workspaceId, webhookId: webhook.id, input }, { onSuccess: onClose });
        else create.mutate({ workspaceId, input });
      }}
    />
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
