import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { graphql, type ResultOf } from '../../api/graphql';
import { usePages, useRead, useWrite } from '../../api/query';
import { duration } from '../../i18n/format';
import { useTexts } from '../../i18n/texts';
import { BackLink } from '../../ui/back-link';
import { Badge, type BadgeTone } from '../../ui/badge';
import { Button } from '../../ui/button';
import { type Column, DataTable } from '../../ui/data-table';
import { IconButton } from '../../ui/icon-button';
import { Menu } from '../../ui/menu';
import { Empty, ErrorNotice } from '../../ui/notice';
import { Page, Skeleton } from '../../ui/page';
import { common } from '../../ui/texts';
import { Time } from '../../ui/time';
import { toast, toastError } from '../../ui/toast';
import { ConfirmWrite } from '../../workspace/confirm-write';
import { useCan, useWorkspaceId } from '../../workspace/workspace';
import { DeliveryDialog } from './delivery';
import { EditWebhook, SigningSecret } from './edit-webhook';
import { texts } from './texts';
import { WebhookState } from './webhook-state';

const findWebhook = graphql(`
  query WebhookPage($id: ID!, $webhookId: ID!) {
    workspace(id: $id) {
      webhook(id: $webhookId) {
        id
        url
        events
        description
        isActive
        disabledReason
        failingSince
      }
    }
  }
`);

const listDeliveries = graphql(`
  query WebhookDeliveries($id: ID!, $webhookId: ID!, $cursor: String) {
    workspace(id: $id) {
      webhookDeliveries(webhookId: $webhookId, cursor: $cursor, limit: 50) {
        items {
          id
          eventType
          status
          createdAt
          attempts {
            startedAt
            durationMs
            status
            error
          }
        }
        pagination {
          total
          nextCursor
        }
      }
    }
  }
`);

const testWebhook = graphql(`
  mutation WebhookTest($workspaceId: ID!, $webhookId: ID!) {
    testWebhook(workspaceId: $workspaceId, webhookId: $webhookId) {
      id
    }
  }
`);

const rotateSecret = graphql(`
  mutation WebhookRotate($workspaceId: ID!, $webhookId: ID!) {
    rotateWebhookSecret(workspaceId: $workspaceId, webhookId: $webhookId) {
      secret
    }
  }
`);

const deleteWebhook = graphql(`
  mutation WebhookDelete($workspaceId: ID!, $webhookId: ID!) {
    deleteWebhook(workspaceId: $workspaceId, webhookId: $webhookId) {
      deletedId
    }
  }
`);

type Delivery = NonNullable<ResultOf<typeof listDeliveries>['workspace']['webhookDeliveries']>['items'][number];

const tones: Record<Delivery['status'], BadgeTone> = {
  succeeded: 'success',
  failed: 'danger',
  pending: 'waiting',
  cancelled: 'neutral',
};

/** One webhook with what was delivered to it. */
export default function Webhook() {
  const t = useTexts(texts);
  const id = useWorkspaceId();
  const { webhookId = '' } = useParams({ strict: false }) as { webhookId?: string };
  const [opened, setOpened] = useState<string | null>(null);
  const { data, error, refetch } = useRead(findWebhook, { id, webhookId }, { live: ['webhook'], keep: false });
  const pages = usePages(listDeliveries, { id, webhookId }, ({ workspace }) => workspace.webhookDeliveries, {
    live: ['webhook'],
  });
  const webhook = data?.workspace.webhook;
  if (!webhook) return error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : <Skeleton />;
  const columns: Column<Delivery>[] = [
    { name: 'event', header: t.event, cell: ({ eventType }) => <code>{eventType}</code> },
    {
      name: 'status',
      header: t.state,
      width: '130px',
      cell: ({ status }) => <Badge tone={tones[status]}>{t[`status${status}`]}</Badge>,
    },
    { name: 'answer', header: t.response, cell: ({ attempts }) => lastAnswer(attempts) },
    { name: 'attempts', header: t.attempts, width: '100px', align: 'end', cell: ({ attempts }) => attempts.length },
    { name: 'when', header: t.when, width: '140px', cell: ({ createdAt }) => <Time at={createdAt} /> },
  ];
  return (
    <Page
      title={webhook.url}
      description={<Description webhook={webhook} />}
      actions={<Actions webhook={webhook} />}
      fill
    >
      <DataTable
        label={t.deliveries}
        phone={['event', 'status']}
        columns={columns}
        pages={pages}
        idOf={(row) => row.id}
        onOpen={(row) => setOpened(row.id)}
        empty={
          <Empty icon="send" title={t.noDeliveries}>
            {t.noDeliveriesHint}
          </Empty>
        }
      />
      {opened && <DeliveryDialog webhookId={webhookId} deliveryId={opened} onClose={() => setOpened(null)} />}
    </Page>
  );
}

function Description({ webhook: { description } }: { webhook: Found }) {
  const t = useTexts(texts);
  const workspaceId = useWorkspaceId();
  return (
    <>
      <BackLink to={`/w/${workspaceId}/webhooks`}>{t.allWebhooks}</BackLink>
      {description && <> · {description}</>}
    </>
  );
}

function lastAnswer(attempts: Delivery['attempts']): string {
  const last = attempts.at(-1);
  if (!last) return '';
  return `${last.status ?? last.error ?? ''} · ${duration(last.durationMs)}`;
}

type Found = NonNullable<ResultOf<typeof findWebhook>['workspace']['webhook']>;

function Actions({ webhook }: { webhook: Found }) {
  const t = useTexts(texts);
  const words = useTexts(common);
  const workspaceId = useWorkspaceId();
  const navigate = useNavigate();
  const canWrite = useCan()('webhooks:write');
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null);
  const test = useWrite(testWebhook, ['webhook']);
  const rotate = useWrite(rotateSecret, ['webhook']);
  const which = { workspaceId, webhookId: webhook.id };
  if (!canWrite) return <WebhookState webhook={webhook} />;
  return (
    <>
      <WebhookState webhook={webhook} />
      <Button
        icon="send"
        busy={test.isPending}
        onClick={() => test.mutate(which, { onSuccess: () => toast(t.sent), onError: toastError })}
      >
        {t.test}
      </Button>
      <Button icon="edit" onClick={() => setDialog('edit')}>
        {words.edit}
      </Button>
      <Menu
        trigger={<IconButton icon="more" label={words.more} />}
        items={[
          { label: t.rotate, icon: 'key', onSelect: () => rotate.mutate(which, { onError: toastError }) },
          'separator',
          { label: words.delete, icon: 'trash', danger: true, onSelect: () => setDialog('delete') },
        ]}
      />
      {rotate.data && <SigningSecret secret={rotate.data.rotateWebhookSecret.secret} onClose={() => rotate.reset()} />}
      {dialog === 'edit' && <EditWebhook webhook={webhook} onClose={() => setDialog(null)} />}
      <ConfirmWrite
        operation={deleteWebhook}
        variables={{ webhookId: webhook.id }}
        changes={['webhook']}
        title={t.removeTitle}
        description={t.removeHint}
        open={dialog === 'delete'}
        onDone={() => void navigate({ to: `/w/${workspaceId}/webhooks` })}
        onClose={() => setDialog(null)}
      />
    </>
  );
}
