import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { usePages } from '../../api/query';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { DataTable } from '../../ui/data-table';
import { IconButton } from '../../ui/icon-button';
import { Menu } from '../../ui/menu';
import { Page } from '../../ui/page';
import { common } from '../../ui/texts';
import { useAddress } from '../../workspace/address';
import { useCan, useWorkspaceId } from '../../workspace/workspace';
import { ListEmpty } from '../customers/list-empty';
import { BulkBar } from './bulk-bar';
import { selectionOf } from './changes';
import { useContactColumns } from './columns';
import { ContactForm } from './contact-form';
import { ExportDialog } from './export-dialog';
import { ContactFilters, contactAddress } from './filters';
import { ImportDialog } from './import/import-dialog';
import { type ContactRow, listContacts } from './list';
import { contactsTexts } from './texts';

/** All contacts: find, create, change many at once, import and export. */
export default function Contacts() {
  const t = useTexts(contactsTexts);
  const can = useCan();
  const id = useWorkspaceId();
  const navigate = useNavigate();
  const [filters, setFilters] = useAddress(contactAddress);
  const sorting = filters.sort ?? { sortBy: 'createdAt', sortOrder: 'desc' };
  const pages = usePages(
    listContacts,
    {
      id,
      search: filters.q ?? null,
      status: filters.status ?? null,
      tag: filters.tag ?? null,
      assignedTo: filters.assigned ?? null,
      doNotContact: filters.blocked ? true : null,
      ...sorting,
    },
    ({ workspace }) => workspace.contacts,
    { live: ['contact'] },
  );
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isAll, setAll] = useState(false);
  const [isExporting, setExporting] = useState(false);
  const [isCreating, setCreating] = useState(false);
  const [isImporting, setImporting] = useState(false);
  const columns = useContactColumns((tag) => setFilters({ tag }));
  const isFiltered = ['q', 'status', 'tag', 'assigned', 'blocked'].some((name) => name in filters);
  const mayWrite = can('contacts:write');
  const selected = useMemo(() => pages.items?.filter((row) => chosen.has(row.id)) ?? [], [pages.items, chosen]);
  const choose = (ids: ReadonlySet<string>) => {
    setAll(false);
    setChosen(ids);
  };
  const mayAll = !isAll && selected.length === pages.items?.length && (pages.total ?? 0) > selected.length;
  const create = (
    <Button look="primary" icon="plus" onClick={() => setCreating(true)}>
      {t.create}
    </Button>
  );
  return (
    <Page
      title={t.title}
      description={pages.total === undefined ? t.description : isFiltered ? t.total(pages.total) : t.description}
      fill
      actions={
        <Actions
          mayWrite={mayWrite}
          onImport={() => setImporting(true)}
          onExport={() => setExporting(true)}
          create={create}
        />
      }
    >
      {selected.length > 0 && mayWrite ? (
        <BulkBar
          rows={selected}
          target={isAll ? selectionOf(filters) : { rows: selected }}
          count={isAll ? (pages.total ?? 0) : selected.length}
          more={mayAll ? (pages.total ?? 0) : null}
          onAll={() => setAll(true)}
          onDone={() => choose(new Set())}
        />
      ) : (
        <ContactFilters filters={filters} onChange={setFilters} rows={pages.items} />
      )}
      <DataTable
        label={t.title}
        phone={['name', 'status']}
        columns={columns}
        pages={pages}
        idOf={(row: ContactRow) => row.id}
        onOpen={(row) =>
          void navigate({ to: '/w/$workspaceId/contacts/$contactId', params: { workspaceId: id, contactId: row.id } })
        }
        {...(mayWrite && { selection: { ids: chosen, onChange: choose } })}
        sorting={sorting}
        onSort={({ sortBy, sortOrder }) => setFilters({ sort: `${sortBy}.${sortOrder}` })}
        empty={
          <ListEmpty
            isHidden={pages.isHidden}
            isFiltered={isFiltered && !pages.isHidden}
            onReset={() =>
              setFilters({ q: undefined, status: undefined, tag: undefined, assigned: undefined, blocked: undefined })
            }
            icon={pages.isHidden ? 'lock' : 'people'}
            title={t.empty}
            action={mayWrite && !pages.isHidden && create}
          >
            {t.emptyHint}
          </ListEmpty>
        }
      />
      {isCreating && <ContactForm onClose={() => setCreating(false)} />}
      {isExporting && <ExportDialog filters={filters} total={pages.total} onClose={() => setExporting(false)} />}
      <ImportDialog open={isImporting} onClose={() => setImporting(false)} />
    </Page>
  );
}

interface ActionsProps {
  mayWrite: boolean;
  onImport: () => void;
  onExport: () => void;
  create: React.ReactNode;
}

function Actions({ mayWrite, onImport, onExport, create }: ActionsProps) {
  const t = useTexts(contactsTexts);
  const words = useTexts(common);
  return (
    <>
      {mayWrite && (
        <Button icon="upload" onClick={onImport}>
          {t.import}
        </Button>
      )}
      <Menu
        trigger={<IconButton icon="more" look="plain" label={words.more} />}
        items={[{ label: t.exportCsv, icon: 'download', onSelect: onExport }]}
      />
      {mayWrite && create}
    </>
  );
}
