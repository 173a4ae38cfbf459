import { type ReactNode, useState } from 'react';
import { type Pages, usePages } from '../../api/query';
import { useTexts } from '../../i18n/texts';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { type Column, DataTable } from '../../ui/data-table';
import { Select } from '../../ui/field';
import { Page, Toolbar } from '../../ui/page';
import { SearchBox } from '../../ui/search-box';
import { Time } from '../../ui/time';
import { among, passing, useAddress } from '../../workspace/address';
import { useCan, useWorkspaceId } from '../../workspace/workspace';
import { ListEmpty } from '../customers/list-empty';
import { customers } from '../customers/texts';
import { EmailForm } from './email-form';
import { type EmailTemplate, listEmailTemplates, listWhatsappTemplates, type WhatsappTemplate } from './queries';
import { templateTexts } from './texts';
import { WhatsappForm } from './whatsapp-form';

const channels = ['email', 'whatsapp'] as const;
const names = { q: passing, channel: among(channels) };

/** The templates of emails and of WhatsApp messages. */
export default function MessageTemplates() {
  const first = useCan()('emailTemplates:read') ? 'email' : 'whatsapp';
  const [{ q, channel = first }, setFilters] = useAddress(names);
  const t = useTexts(templateTexts);
  const words = useTexts(customers);
  const toolbar = (
    <Toolbar>
      <SearchBox value={q ?? ''} label={t.search} onChange={(typed) => setFilters({ q: typed })} />
      <Select
        aria-label={words.channel}
        value={channel}
        options={channels.map((value) => ({ value, label: words[`channel_${value}`] }))}
        onChange={(next) => setFilters({ channel: next })}
      />
    </Toolbar>
  );
  const reset = () => setFilters({ q: undefined });
  const List = channel === 'email' ? Emails : WhatsappMessages;
  return <List search={q ?? null} toolbar={toolbar} reset={reset} />;
}

interface ListProps {
  search: string | null;
  toolbar: ReactNode;
  reset: () => void;
}

/** The template that is open: a stored one, a new one, or none. */
type Open<Template> = Template | 'new' | null;

function Emails(props: ListProps) {
  const id = useWorkspaceId();
  const t = useTexts(templateTexts);
  const [open, setOpen] = useState<Open<EmailTemplate>>(null);
  const pages = usePages(
    listEmailTemplates,
    { id, search: props.search },
    ({ workspace }) => workspace.emailTemplates,
    { live: ['template'] },
  );
  const subject: Column<EmailTemplate> = { name: 'subject', header: t.subject, cell: (row) => row.subject };
  return (
    <List {...props} capability="emailTemplates:write" pages={pages} column={subject} onOpen={setOpen}>
      {open && <EmailForm template={open === 'new' ? undefined : open} onClose={() => setOpen(null)} />}
    </List>
  );
}

function WhatsappMessages(props: ListProps) {
  const id = useWorkspaceId();
  const t = useTexts(templateTexts);
  const [open, setOpen] = useState<Open<WhatsappTemplate>>(null);
  const pages = usePages(
    listWhatsappTemplates,
    { id, search: props.search },
    ({ workspace }) => workspace.whatsappTemplates,
    { live: ['template'] },
  );
  const body: Column<WhatsappTemplate> = { name: 'body', header: t.body, cell: (row) => row.body };
  return (
    <List {...props} capability="whatsappTemplates:write" pages={pages} column={body} onOpen={setOpen}>
      {open && <WhatsappForm template={open === 'new' ? undefined : open} onClose={() => setOpen(null)} />}
    </List>
  );
}

type Template = EmailTemplate | WhatsappTemplate;

interface TableProps<Row extends Template> extends ListProps {
  capability: string;
  pages: Pages<Row>;
  /** What distinguishes templates of this kind, beside the name. */
  column: Column<Row>;
  onOpen: (row: Row | 'new') => void;
  children: ReactNode;
}

function List<Row extends Template>(props: TableProps<Row>) {
  const { search, toolbar, reset, capability, pages, column, onOpen, children } = props;
  const t = useTexts(templateTexts);
  const words = useTexts(customers);
  const create = useCan()(capability) && (
    <Button look="primary" icon="plus" onClick={() => onOpen('new')}>
      {t.create}
    </Button>
  );
  const columns: Column<Row>[] = [
    { name: 'name', header: t.name, cell: ({ name }) => <strong>{name}</strong> },
    column,
    { name: 'language', header: t.language, width: '104px', cell: ({ language }) => language ?? '–' },
    { name: 'status', header: words.status, width: '124px', cell: (row) => <Badge>{t[`status_${row.status}`]}</Badge> },
    { name: 'updated', header: t.changed, width: '112px', align: 'end', cell: (row) => <Time at={row.updatedAt} /> },
  ];
  return (
    <Page title={t.title} description={t.description} fill actions={create}>
      {toolbar}
      <DataTable
        label={t.title}
        phone={['name', 'status']}
        columns={columns}
        pages={pages}
        idOf={(row) => row.id}
        onOpen={onOpen}
        empty={
          <ListEmpty
            isFiltered={Boolean(search)}
            onReset={reset}
            isHidden={pages.isHidden}
            icon="mail"
            title={t.empty}
            action={create}
          >
            {t.emptyHint}
          </ListEmpty>
        }
      />
      {children}
    </Page>
  );
}
