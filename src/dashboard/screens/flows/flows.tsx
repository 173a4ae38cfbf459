import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { usePages, useRead } from '../../api/query';
import type { TriggerType } from '../../generated/graphql';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { DataTable } from '../../ui/data-table';
import { Select } from '../../ui/field';
import { Page, Toolbar } from '../../ui/page';
import { SearchBox } from '../../ui/search-box';
import { type Address, type AddressChange, among, passing, sortedBy, text, useAddress } from '../../workspace/address';
import { useCan, useWorkspaceId } from '../../workspace/workspace';
import { BulkBar } from './bulk-bar';
import { useColumns } from './columns';
import { CreateFlow } from './create-flow';
import { NoFlows } from './empty';
import { flowsIn, type ListedFlow, listFlows, listFolders, treeOf } from './flow-list';
import styles from './flows.module.css';
import { Folders } from './folders';
import { texts } from './texts';

const triggers = [
  ...(['manual', 'webhook', 'form', 'schedule', 'crm_event', 'ai_tool'] as const),
  ...(['voice_call', 'execution_failed', 'poll', 'feed', 'page_change', 'app'] as const),
] as const satisfies readonly `${TriggerType}`[];

const names = {
  q: passing,
  tag: text,
  /** The ID of a folder, or `none`. */
  folder: text,
  status: among(['active', 'paused']),
  trigger: among(triggers),
  sort: sortedBy(['createdAt', 'name', 'updatedAt']),
};

/** What the address says of the list, and what changes some of it. */
const usePlace = (): [Address<typeof names>, (change: AddressChange<typeof names>) => void] => useAddress(names);

/** The flows of the workspace, by folders. */
export default function Flows() {
  const t = useTexts(texts);
  const can = useCan();
  const workspaceId = useWorkspaceId();
  const navigate = useNavigate();
  const [place, go] = usePlace();
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [isCreating, setCreating] = useState(false);
  const { data } = useRead(listFolders, { id: workspaceId }, { live: ['folder', 'flow'] });
  const folders = useMemo(() => treeOf(data?.workspace.folders?.items ?? []), [data]);
  const sorting = place.sort ?? { sortBy: 'updatedAt', sortOrder: 'desc' };
  const pages = usePages(
    listFlows,
    {
      id: workspaceId,
      search: place.q || null,
      tag: place.tag || null,
      folderId: place.folder || null,
      status: place.status || null,
      triggerType: place.trigger || null,
      ...sorting,
    },
    flowsIn,
    { live: ['flow', 'draft', 'execution', 'folder'] },
  );
  const columns = useColumns({ folders, onTag: (tag) => go({ tag }) });
  const isFiltered = Boolean(place.q || place.tag || place.folder || place.status || place.trigger);
  const canWrite = can('flows:write');
  const chosen = (pages.items ?? []).filter(({ id }) => ids.has(id));
  return (
    <Page
      fill
      title={t.flows}
      description={t.about}
      actions={
        canWrite && (
          <Button look="primary" icon="plus" onClick={() => setCreating(true)}>
            {t.create}
          </Button>
        )
      }
    >
      <div className={`flex grow min-h-0 ${styles.layout}`}>
        <Folders folders={folders} current={place.folder ?? ''} onChoose={(folder) => go({ folder })} />
        <div className="stack grow min-w-0">
          <Toolbar>
            <SearchBox value={place.q ?? ''} onChange={(q) => go({ q })} label={t.search} />
            <span className={`hidden ${styles.narrow}`}>
              <Select
                aria-label={t.folder}
                value={place.folder ?? ''}
                options={[
                  { value: '', label: t.allFlows },
                  { value: 'none', label: t.noFolder },
                  ...folders.map(({ id, path }) => ({ value: id, label: path })),
                ]}
                onChange={(folder) => go({ folder })}
              />
            </span>
            <Select
              aria-label={t.status}
              value={place.status ?? ''}
              options={[
                { value: '', label: t.anyState },
                { value: 'active', label: t.active },
                { value: 'paused', label: t.paused },
              ]}
              onChange={(status) => go({ status })}
            />
            <Select
              aria-label={t.trigger}
              value={place.trigger ?? ''}
              options={[
                { value: '', label: t.anyTrigger },
                ...triggers.map((value) => ({ value, label: t.triggerName(value) })),
              ]}
              onChange={(trigger) => go({ trigger })}
            />
            {place.tag && (
              <Button size="small" icon="close" onClick={() => go({ tag: undefined })}>
                {t.withTag(place.tag)}
              </Button>
            )}
          </Toolbar>
          {canWrite && <BulkBar flows={chosen} folders={folders} onChoose={setIds} />}
          <DataTable<ListedFlow>
            label={t.flows}
            phone={['name', 'state', 'menu']}
            columns={columns}
            pages={pages}
            idOf={({ id }) => id}
            onOpen={({ id }) => void navigate({ to: `/w/${workspaceId}/flows/${id}` })}
            {...(canWrite && { selection: { ids, onChange: setIds } })}
            sorting={sorting}
            onSort={({ sortBy, sortOrder }) => go({ sort: `${sortBy}.${sortOrder}` })}
            rowHeight={56}
            empty={
              <NoFlows
                isFiltered={isFiltered}
                onCreate={() => setCreating(true)}
                onReset={() => void navigate({ to: '.', search: {} as never })}
              />
            }
          />
        </div>
      </div>
      {isCreating && (
        <CreateFlow
          folderId={place.folder && place.folder !== 'none' ? place.folder : null}
          onClose={() => setCreating(false)}
        />
      )}
    </Page>
  );
}
