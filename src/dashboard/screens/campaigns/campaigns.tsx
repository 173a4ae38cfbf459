import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { usePages } from '../../api/query';
import { minuteTime } from '../../i18n/format';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { type Column, DataTable } from '../../ui/data-table';
import { Select } from '../../ui/field';
import { Page, Toolbar } from '../../ui/page';
import { SearchBox } from '../../ui/search-box';
import { Time } from '../../ui/time';
import { narrowTable, useNarrow } from '../../ui/use-narrow';
import { among, passing, sortedBy, useAddress } from '../../workspace/address';
import { useCan, useWorkspaceId } from '../../workspace/workspace';
import { StatusBadge, useStatusText } from '../customers/badges';
import { ListEmpty } from '../customers/list-empty';
import { customers } from '../customers/texts';
import { audienceOf, useAudienceText } from './audience';
import { CampaignForm } from './campaign-form';
import { Progress } from './progress';
import { type CampaignRow, listCampaigns } from './queries';
import { campaignsTexts } from './texts';

const statuses = ['draft', 'scheduled', 'sending', 'paused', 'sent', 'cancelled'] as const;
const channels = ['email', 'sms', 'whatsapp'] as const;

const names = {
  q: passing,
  status: among(statuses),
  channel: among(channels),
  sort: sortedBy(['name', 'channel', 'status', 'createdAt']),
};

/** All campaigns. */
export default function Campaigns() {
  const t = useTexts(campaignsTexts);
  const words = useTexts(customers);
  const statusText = useStatusText();
  const id = useWorkspaceId();
  const can = useCan();
  const navigate = useNavigate();
  const [filters, setFilters] = useAddress(names);
  const sorting = filters.sort ?? { sortBy: 'createdAt', sortOrder: 'desc' };
  const [isCreating, setCreating] = useState(false);
  const pages = usePages(
    listCampaigns,
    {
      id,
      search: filters.q ?? null,
      status: filters.status ?? null,
      channel: filters.channel ?? null,
      ...sorting,
    },
    ({ workspace }) => workspace.campaigns,
    { live: ['campaign'] },
  );
  const open = (campaignId: string) =>
    void navigate({ to: '/w/$workspaceId/campaigns/$campaignId', params: { workspaceId: id, campaignId } });
  const create = can('campaigns:write') && (
    <Button look="primary" icon="plus" onClick={() => setCreating(true)}>
      {t.create}
    </Button>
  );
  const isFiltered = Boolean(filters.q || filters.status || filters.channel);
  const reset = () => setFilters({ q: undefined, status: undefined, channel: undefined });
  return (
    <Page title={t.title} description={t.description} fill actions={create}>
      <Toolbar>
        <SearchBox value={filters.q ?? ''} label={t.search} onChange={(q) => setFilters({ q })} />
        <Select
          aria-label={words.status}
          value={filters.status ?? ''}
          options={[
            { value: '', label: t.allStatuses },
            ...statuses.map((value) => ({ value: value as string, label: statusText(value) })),
          ]}
          onChange={(status) => setFilters({ status })}
        />
        <Select
          aria-label={words.channel}
          value={filters.channel ?? ''}
          options={[
            { value: '', label: t.allChannels },
            ...channels.map((value) => ({ value: value as string, label: words[`channel_${value}`] })),
          ]}
          onChange={(channel) => setFilters({ channel })}
        />
      </Toolbar>
      <DataTable
        label={t.title}
        phone={['name', 'status']}
        columns={useColumns()}
        pages={pages}
        idOf={(row: CampaignRow) => row.id}
        onOpen={(row) => open(row.id)}
        sorting={sorting}
        onSort={(next) => setFilters({ sort: `${next.sortBy}.${next.sortOrder}` })}
        empty={
          <ListEmpty
            isFiltered={isFiltered}
            onReset={reset}
            isHidden={pages.isHidden}
            icon="megaphone"
            title={t.empty}
            action={create}
          >
            {t.emptyHint}
          </ListEmpty>
        }
      />
      {isCreating && <CampaignForm onClose={() => setCreating(false)} onCreated={open} />}
    </Page>
  );
}

function useColumns(): Column<CampaignRow>[] {
  const t = useTexts(campaignsTexts);
  const words = useTexts(customers);
  const audienceText = useAudienceText();
  const isNarrow = useNarrow(narrowTable);
  const columns: Column<CampaignRow>[] = [
    { name: 'name', header: t.name, sortBy: 'name', cell: ({ name }) => <strong>{name}</strong> },
    {
      name: 'channel',
      header: words.channel,
      sortBy: 'channel',
      width: '104px',
      cell: ({ channel }) => words[`channel_${channel}`],
    },
    {
      name: 'status',
      header: words.status,
      sortBy: 'status',
      width: '124px',
      cell: ({ status }) => <StatusBadge status={status} live={status === 'sending'} />,
    },
    { name: 'audience', header: t.audience, cell: ({ audience }) => audienceText(audienceOf(audience)) },
    {
      name: 'progress',
      header: t.progress,
      width: '236px',
      cell: (row) =>
        row.status === 'scheduled' && row.scheduledAt ? (
          t.scheduledFor(minuteTime(row.scheduledAt))
        ) : (
          <Progress campaign={row} />
        ),
    },
    {
      name: 'created',
      header: words.created,
      sortBy: 'createdAt',
      width: '112px',
      align: 'end',
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
  ];
  return isNarrow ? columns.filter(({ name }) => !['audience', 'created'].includes(name)) : columns;
}
