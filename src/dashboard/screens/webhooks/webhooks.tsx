import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { graphql, type ResultOf } from '../../api/graphql';
import { usePages } from '../../api/query';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { type Column, DataTable } from '../../ui/data-table';
import { Empty } from '../../ui/notice';
import { Page } from '../../ui/page';
import { Time } from '../../ui/time';
import { useCan, useWorkspaceId } from '../../workspace/workspace';
import { EditWebhook } from './edit-webhook';
import { texts } from './texts';
import { WebhookState } from './webhook-state';

const listWebhooks = graphql(`
  query WebhooksList($id: ID!, $cursor: String) {
    workspace(id: $id) {
      webhooks(cursor: $cursor, limit: 50) {
        items {
          id
          url
          events
          description
          isActive
          disabledReason
          failingSince
          updatedAt
        }
        pagination {
          total
          nextCursor
        }
      }
    }
  }
`);

type WebhookRow = NonNullable<ResultOf<typeof listWebhooks>['workspace']['webhooks']>['items'][number];

/** Where events of the workspace are sent. */
export default function Webhooks() {
  const t = useTexts(texts);
  const id = useWorkspaceId();
  const canWrite = useCan()('webhooks:write');
  const navigate = useNavigate();
  const [isAdding, setAdding] = useState(false);
  const pages = usePages(listWebhooks, { id }, ({ workspace }) => workspace.webhooks, { live: ['webhook'] });
  const add = canWrite && (
    <Button look="primary" icon="plus" onClick={() => setAdding(true)}>
      {t.add}
    </Button>
  );
  const columns: Column<WebhookRow>[] = [
    { name: 'url', header: t.url, width: '32%', cell: ({ url }) => <code>{url}</code> },
    { name: 'events', header: t.events, cell: ({ events }) => (events.includes('*') ? t.all : events.join(', ')) },
    { name: 'description', header: t.descriptionField, cell: ({ description }) => description },
    { name: 'state', header: t.state, width: '130px', cell: (row) => <WebhookState webhook={row} /> },
    { name: 'when', header: t.changed, width: '120px', cell: ({ updatedAt }) => <Time at={updatedAt} /> },
  ];
  return (
    <Page title={t.title} description={t.description} actions={add} fill>
      <DataTable
        label={t.title}
        phone={['url', 'state']}
        columns={columns}
        pages={pages}
        idOf={(row) => row.id}
        onOpen={(row) => void navigate({ to: `/w/${id}/webhooks/${row.id}` })}
        empty={
          <Empty icon="webhook" title={t.none} action={add}>
            {t.noneHint}
          </Empty>
        }
      />
      {isAdding && <EditWebhook webhook={null} onClose={() => setAdding(false)} />}
    </Page>
  );
}
