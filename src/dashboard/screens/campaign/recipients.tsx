import { useNavigate } from '@tanstack/react-router';
import { graphql, type ResultOf } from '../../api/graphql';
import { usePages } from '../../api/query';
import { useTexts } from '../../i18n/texts';
import { DataTable } from '../../ui/data-table';
import { Select } from '../../ui/field';
import { Toolbar } from '../../ui/page';
import { SearchBox } from '../../ui/search-box';
import { Time } from '../../ui/time';
import { among, passing, useAddress } from '../../workspace/address';
import { useWorkspaceId } from '../../workspace/workspace';
import { campaignsTexts } from '../campaigns/texts';
import { StatusBadge, useStatusText } from '../customers/badges';
import { contactName } from '../customers/contact-picker';
import { ListEmpty } from '../customers/list-empty';
import { customers } from '../customers/texts';

const listRecipients = graphql(`
  query CampaignRecipients(
    $id: ID!
    $campaignId: ID!
    $cursor: String
    $search: String
    $status: CampaignRecipientStatus
  ) {
    workspace(id: $id) {
      campaignRecipients(campaignId: $campaignId, limit: 100, cursor: $cursor, search: $search, status: $status) {
        items {
          id
          status
          error
          sentAt
          contactId
          contact {
            name
            email
            phone
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

type Page = NonNullable<ResultOf<typeof listRecipients>['workspace']['campaignRecipients']>;
type Recipient = Page['items'][number];

const statuses = ['queued', 'sent', 'delivered', 'sandboxed', 'failed', 'skipped', 'cancelled'] as const;
const names = { q: passing, status: among(statuses) };

/** Whom a campaign was sent to, and what became of each message. */
export function Recipients({ campaignId }: { campaignId: string }) {
  const t = useTexts(campaignsTexts);
  const words = useTexts(customers);
  const statusText = useStatusText();
  const id = useWorkspaceId();
  const navigate = useNavigate();
  const [filters, setFilters] = useAddress(names);
  const pages = usePages(
    listRecipients,
    {
      id,
      campaignId,
      search: filters.q ?? null,
      status: filters.status ?? null,
    },
    ({ workspace }) => workspace.campaignRecipients,
    { live: ['campaign'] },
  );
  const isFiltered = Boolean(filters.q || filters.status);
  return (
    <>
      {(isFiltered || (pages.total ?? 0) > 0) && (
        <Toolbar>
          <SearchBox value={filters.q ?? ''} label={t.searchRecipients} onChange={(q) => setFilters({ q })} />
          <Select
            aria-label={words.status}
            value={filters.status ?? ''}
            options={[
              { value: '', label: t.allStatuses },
              ...statuses.map((value) => ({ value: value as string, label: statusText(value) })),
            ]}
            onChange={(status) => setFilters({ status })}
          />
        </Toolbar>
      )}
      <DataTable
        label={t.recipients}
        phone={['contact', 'status']}
        pages={pages}
        idOf={(row: Recipient) => row.id}
        onOpen={({ contactId }) =>
          void navigate({ to: '/w/$workspaceId/contacts/$contactId', params: { workspaceId: id, contactId } })
        }
        columns={[
          {
            name: 'contact',
            header: words.contact,
            cell: ({ contact }) => (contact && contactName(contact)) || words.unnamed,
          },
          {
            name: 'status',
            header: words.status,
            width: '130px',
            cell: ({ status }) => <StatusBadge status={status} />,
          },
          { name: 'error', header: t.error, cell: ({ error }) => error },
          {
            name: 'sent',
            header: t.sentAt,
            width: '130px',
            align: 'end',
            cell: ({ sentAt }) => sentAt && <Time at={sentAt} />,
          },
        ]}
        empty={
          <ListEmpty
            isFiltered={isFiltered}
            onReset={() => setFilters({ q: undefined, status: undefined })}
            icon="people"
            title={t.noRecipients}
          >
            {t.noRecipientsHint}
          </ListEmpty>
        }
      />
    </>
  );
}
