import { type ReactNode, useState } from 'react';
import type { Pages } from '../../api/query';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { type Column, DataTable } from '../../ui/data-table';
import type { IconName } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { Empty } from '../../ui/notice';
import { Toolbar } from '../../ui/page';
import { SearchBox } from '../../ui/search-box';
import { common } from '../../ui/texts';
import { Time } from '../../ui/time';
import { searchOnly, useAddress } from '../../workspace/address';
import { FlowLink } from '../../workspace/flow-link';
import { texts } from './texts';

/** What secrets and variables have in common. */
interface NamedValue {
  id: string;
  name: string;
  /** Without one, the list has no column of it. */
  description?: string;
  updatedAt: string;
  usedBy: { flowId: string; name: string }[];
}

interface NamedValuesProps<Row> {
  label: string;
  /** Of the button that adds one. */
  add: string;
  empty: { icon: IconName; title: string; hint: string };
  pages: Pages<Row>;
  /** The columns between the name and the description. */
  values: Column<Row>[];
  hasDescription?: boolean;
  usedByWidth: string;
  canWrite: boolean;
  /** The form of a row, or of a new one (null). */
  edit: (row: Row | null, onClose: () => void) => ReactNode;
  remove: (row: Row, onClose: () => void) => ReactNode;
}

/** A list of what flows use by name, with the forms to add, change and delete. */
export function NamedValues<Row extends NamedValue>(props: NamedValuesProps<Row>) {
  const { canWrite, empty } = props;
  const t = useTexts(texts);
  const words = useTexts(common);
  const [{ q = '' }, setFilters] = useAddress(searchOnly);
  const [edited, setEdited] = useState<Row | 'new' | null>(null);
  const [removed, setRemoved] = useState<Row | null>(null);
  const add = canWrite && (
    <Button look="primary" icon="plus" onClick={() => setEdited('new')}>
      {props.add}
    </Button>
  );
  const description: Column<Row> = { name: 'description', header: t.description, cell: (row) => row.description };
  const columns: Column<Row>[] = [
    { name: 'name', header: words.name, width: '22%', cell: ({ name }) => <code>{name}</code> },
    ...props.values,
    ...(props.hasDescription ? [description] : []),
    { name: 'usedBy', header: t.usedBy, width: props.usedByWidth, cell: ({ usedBy }) => <UsedBy flows={usedBy} /> },
    { name: 'updatedAt', header: t.updated, width: '120px', cell: ({ updatedAt }) => <Time at={updatedAt} /> },
    {
      name: 'actions',
      header: <span className="visually-hidden">{words.more}</span>,
      width: '64px',
      align: 'end',
      cell: (row) =>
        canWrite && <IconButton icon="trash" size="small" label={words.delete} onClick={() => setRemoved(row)} />,
    },
  ];
  return (
    <>
      <Toolbar>
        <SearchBox value={q} onChange={(typed) => setFilters({ q: typed })} />
        {add}
      </Toolbar>
      <DataTable
        label={props.label}
        phone={['name', 'value', 'actions']}
        columns={columns}
        pages={props.pages}
        idOf={(row) => row.id}
        {...(canWrite && { onOpen: setEdited })}
        empty={
          <Empty icon={empty.icon} title={empty.title} action={add}>
            {empty.hint}
          </Empty>
        }
      />
      {edited && props.edit(edited === 'new' ? null : edited, () => setEdited(null))}
      {removed && props.remove(removed, () => setRemoved(null))}
    </>
  );
}

/** The flows that name a record. */
function UsedBy({ flows }: { flows: readonly { flowId: string; name: string }[] }) {
  const shown = flows.slice(0, 3);
  return (
    <>
      {shown.map(({ flowId, name }, index) => (
        <span key={flowId}>
          {index > 0 && ', '}
          <FlowLink flowId={flowId} name={name} />
        </span>
      ))}
      {flows.length > shown.length && ` +${flows.length - shown.length}`}
    </>
  );
}
