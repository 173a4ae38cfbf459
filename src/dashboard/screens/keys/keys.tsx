import { useState } from 'react';
import { graphql, type ResultOf } from '../../api/graphql';
import { usePages } from '../../api/query';
import { day } from '../../i18n/format';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { type Column, DataTable } from '../../ui/data-table';
import { Empty } from '../../ui/notice';
import { Page } from '../../ui/page';
import { common } from '../../ui/texts';
import { Time } from '../../ui/time';
import { ConfirmWrite } from '../../workspace/confirm-write';
import { StoppingOfKey, useToastPaused } from '../../workspace/stopping';
import { useWorkspaceId } from '../../workspace/workspace';
import { CreateKey } from './create-key';
import { texts } from './texts';

const listKeys = graphql(`
  query ApiKeysList($id: ID!, $cursor: String) {
    workspace(id: $id) {
      apiKeys(cursor: $cursor, limit: 50) {
        items {
          id
          name
          prefix
          capabilities
          createdAt
          expiresAt
          lastUsedAt
        }
        pagination {
          total
          nextCursor
        }
      }
    }
  }
`);

const revokeKey = graphql(`
  mutation ApiKeysRevoke($workspaceId: ID!, $keyId: ID!) {
    revokeApiKey(workspaceId: $workspaceId, keyId: $keyId) {
      deletedId
      paused {
        flows
        webhooks
      }
    }
  }
`);

type Key = NonNullable<ResultOf<typeof listKeys>['workspace']['apiKeys']>['items'][number];

/** The API keys of the workspace. */
export default function Keys() {
  const t = useTexts(texts);
  const words = useTexts(common);
  const id = useWorkspaceId();
  const [isCreating, setCreating] = useState(false);
  const [revoked, setRevoked] = useState<Key | null>(null);
  const pages = usePages(listKeys, { id }, ({ workspace }) => workspace.apiKeys, { live: ['api_key'] });
  const create = (
    <Button look="primary" icon="plus" onClick={() => setCreating(true)}>
      {t.create}
    </Button>
  );
  const columns: Column<Key>[] = [
    { name: 'name', header: words.name, width: '18%', cell: ({ name }) => name },
    { name: 'key', header: t.key, width: '136px', cell: ({ prefix }) => <code>{prefix}…</code> },
    { name: 'capabilities', header: t.capabilities, cell: ({ capabilities }) => <Capabilities names={capabilities} /> },
    { name: 'created', header: t.created, width: '112px', cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      name: 'lastUsed',
      header: t.lastUsed,
      width: '112px',
      cell: ({ lastUsedAt }) => (lastUsedAt ? <Time at={lastUsedAt} /> : words.never),
    },
    {
      name: 'expires',
      header: t.expires,
      width: '112px',
      cell: ({ expiresAt }) => {
        if (!expiresAt) return words.never;
        return Date.parse(expiresAt) < Date.now() ? t.expired : day(expiresAt);
      },
    },
    {
      name: 'actions',
      header: <span className="visually-hidden">{words.more}</span>,
      width: '110px',
      align: 'end',
      cell: (row) => (
        <Button size="small" onClick={() => setRevoked(row)}>
          {t.revoke}
        </Button>
      ),
    },
  ];
  return (
    <Page title={t.title} description={t.description} actions={create} fill>
      <DataTable
        label={t.title}
        phone={['name', 'actions']}
        columns={columns}
        pages={pages}
        idOf={(row) => row.id}
        empty={
          <Empty icon="key" title={t.none} action={create}>
            {t.noneHint}
          </Empty>
        }
      />
      {isCreating && <CreateKey onClose={() => setCreating(false)} />}
      {revoked && <RevokeKey revoked={revoked} onClose={() => setRevoked(null)} />}
    </Page>
  );
}

function Capabilities({ names }: { names: readonly string[] }) {
  const t = useTexts(texts);
  return names.includes('*') ? t.all : names.join(', ');
}

function RevokeKey({ revoked, onClose }: { revoked: Key; onClose: () => void }) {
  const t = useTexts(texts);
  const toastPaused = useToastPaused();
  return (
    <ConfirmWrite
      operation={revokeKey}
      variables={{ keyId: revoked.id }}
      changes={['api_key']}
      title={t.revokeTitle(revoked.name)}
      description={t.revokeHint}
      submit={t.revoke}
      onDone={({ revokeApiKey: { paused } }) => {
        toastPaused(paused);
        onClose();
      }}
      onClose={onClose}
    >
      <StoppingOfKey apiKey={revoked} />
    </ConfirmWrite>
  );
}
