import { useState } from 'react';
import { graphql, type ResultOf } from '../../api/graphql';
import { usePages, useRead } from '../../api/query';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { type Column, DataTable } from '../../ui/data-table';
import { Select } from '../../ui/field';
import { IconButton } from '../../ui/icon-button';
import { Empty } from '../../ui/notice';
import { Toolbar } from '../../ui/page';
import { SearchBox } from '../../ui/search-box';
import { common } from '../../ui/texts';
import { Time } from '../../ui/time';
import { passing, text, useAddress } from '../../workspace/address';
import { ConfirmWrite } from '../../workspace/confirm-write';
import { FlowLink } from '../../workspace/flow-link';
import { useCan, useWorkspaceId } from '../../workspace/workspace';
import { EditEntry } from './edit-entry';
import { texts } from './texts';

const listEntries = graphql(`
  query VaultState($id: ID!, $keyPrefix: String, $flowId: ID, $cursor: String) {
    workspace(id: $id) {
      stateEntries(keyPrefix: $keyPrefix, flowId: $flowId, cursor: $cursor, limit: 50, sortBy: key, sortOrder: asc) {
        items {
          id
          flowId
          key
          value
          expiresAt
          updatedAt
          flow {
            id
            name
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

const listFlows = graphql(`
  query VaultStateFlows($id: ID!) {
    workspace(id: $id) {
      flows(limit: 100, sortBy: name, sortOrder: asc) {
        items {
          id
          name
        }
      }
    }
  }
`);

const deleteEntry = graphql(`
  mutation VaultDeleteState($workspaceId: ID!, $key: String!, $flowId: ID) {
    deleteStateEntry(workspaceId: $workspaceId, key: $key, flowId: $flowId) {
      deletedId
    }
  }
`);

const clearState = graphql(`
  mutation VaultClearState($workspaceId: ID!, $flowId: ID!) {
    clearFlowState(workspaceId: $workspaceId, flowId: $flowId) {
      deleted
    }
  }
`);

type Entry = NonNullable<ResultOf<typeof listEntries>['workspace']['stateEntries']>['items'][number];
type Flow = { id: string; name: string };

const names = { q: passing, flowId: text };
const live = ['state_entry', 'flow'] as const;
/** The value of the choice that stands for the state of the workspace, as the list takes it. */
const ofWorkspace = 'none';

/** What flows keep between executions. */
export function StateEntries() {
  const t = useTexts(texts);
  const id = useWorkspaceId();
  const canWrite = useCan()('flows:write');
  const [{ q = '', flowId = '' }, go] = useAddress(names);
  const [edited, setEdited] = useState<Entry | 'new' | null>(null);
  const [removed, setRemoved] = useState<Entry | null>(null);
  const [cleared, setCleared] = useState<Flow | null>(null);
  const flows = useRead(listFlows, { id }, { live: ['flow'] }).data?.workspace.flows?.items ?? [];
  const pages = usePages(
    listEntries,
    { id, keyPrefix: q || null, flowId: flowId || null },
    ({ workspace }) => workspace.stateEntries,
    { live },
  );
  const chosen = flows.find((flow) => flow.id === flowId);
  const add = canWrite && (
    <Button look="primary" icon="plus" onClick={() => setEdited('new')}>
      {t.addEntry}
    </Button>
  );
  return (
    <>
      <Toolbar>
        <SearchBox label={t.keyStart} value={q} onChange={(typed) => go({ q: typed })} />
        <Select
          aria-label={t.ofFlow}
          value={flowId}
          options={[
            { value: '', label: t.allEntries },
            { value: ofWorkspace, label: t.ofWorkspace },
            ...flows.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(value) => go({ flowId: value })}
        />
        {canWrite && chosen && <Button onClick={() => setCleared(chosen)}>{t.clearState}</Button>}
        {add}
      </Toolbar>
      <DataTable
        label={t.state}
        phone={['key', 'value', 'actions']}
        columns={useColumns(canWrite ? setRemoved : null)}
        pages={pages}
        idOf={(entry) => entry.id}
        {...(canWrite && { onOpen: setEdited })}
        empty={
          <Empty icon="variable" title={t.noState} action={add}>
            {t.noStateHint}
          </Empty>
        }
      />
      {edited && (
        <EditEntry
          entry={edited === 'new' ? null : edited}
          flowId={flowId === ofWorkspace || flowId === '' ? null : flowId}
          flows={flows}
          onClose={() => setEdited(null)}
        />
      )}
      {removed && (
        <ConfirmWrite
          operation={deleteEntry}
          variables={{ key: removed.key, flowId: removed.flowId ?? null }}
          changes={live}
          title={t.removeEntry(removed.key)}
          onClose={() => setRemoved(null)}
        />
      )}
      {cleared && (
        <ConfirmWrite
          operation={clearState}
          variables={{ flowId: cleared.id }}
          changes={live}
          title={t.clearFlow(cleared.name)}
          description={t.clearFlowHint}
          onClose={() => setCleared(null)}
        />
      )}
    </>
  );
}

function useColumns(remove: ((entry: Entry) => void) | null): Column<Entry>[] {
  const t = useTexts(texts);
  const words = useTexts(common);
  return [
    { name: 'key', header: t.key, width: '28%', cell: ({ key }) => <code>{key}</code> },
    {
      name: 'value',
      header: t.value,
      cell: ({ value }) => <code className="ellipsis">{JSON.stringify(value ?? null).slice(0, 80)}</code>,
    },
    {
      name: 'flow',
      header: t.ofFlow,
      width: '20%',
      cell: ({ flowId, flow }) => (flowId ? <FlowLink flowId={flowId} name={flow?.name} /> : t.ofWorkspace),
    },
    {
      name: 'expiresAt',
      header: t.expires,
      width: '120px',
      cell: ({ expiresAt }) => expiresAt && <Time at={expiresAt} />,
    },
    { name: 'updatedAt', header: t.updated, width: '120px', cell: ({ updatedAt }) => <Time at={updatedAt} /> },
    {
      name: 'actions',
      header: <span className="visually-hidden">{words.more}</span>,
      width: '64px',
      align: 'end',
      cell: (entry) =>
        remove && <IconButton icon="trash" size="small" label={words.delete} onClick={() => remove(entry)} />,
    },
  ];
}
