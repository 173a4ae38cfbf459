import { useNavigate } from '@tanstack/react-router';
import { graphql, type ResultOf } from '../../api/graphql';
import { usePages } from '../../api/query';
import { useTexts } from '../../i18n/texts';
import { DataTable } from '../../ui/data-table';
import { Select } from '../../ui/field';
import { Toolbar } from '../../ui/page';
import { SearchBox } from '../../ui/search-box';
import { common } from '../../ui/texts';
import { Time } from '../../ui/time';
import { among, passing, useAddress } from '../../workspace/address';
import { useWorkspaceId } from '../../workspace/workspace';
import { StatusBadge, useStatusText } from '../customers/badges';
import { contactName } from '../customers/contact-picker';
import { ListEmpty } from '../customers/list-empty';
import { customers } from '../customers/texts';
import { sequencesTexts } from '../sequences/texts';
import type { Sequence } from './query';

const listEnrollments = graphql(`
  query SequenceEnrollments(
    $id: ID!
    $sequenceId: ID!
    $cursor: String
    $search: String
    $status: FollowUpEnrollmentStatus
  ) {
    workspace(id: $id) {
      followUpEnrollments(
        followUpSequenceId: $sequenceId
        limit: 50
        cursor: $cursor
        search: $search
        status: $status
      ) {
        items {
          id
          status
          reason
          stepNumber
          dueAt
          lastError
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

type EnrollmentPage = NonNullable<ResultOf<typeof listEnrollments>['workspace']['followUpEnrollments']>;
type Enrollment = EnrollmentPage['items'][number];

const statuses = ['active', 'completed', 'stopped'] as const;
const names = { q: passing, status: among(statuses) };

/** Who is in a sequence, and how far. */
export function Enrollments({ sequence }: { sequence: Sequence }) {
  const t = useTexts(sequencesTexts);
  const words = useTexts(customers);
  const statusText = useStatusText();
  const all = useTexts(common).all;
  const id = useWorkspaceId();
  const navigate = useNavigate();
  const [filters, setFilters] = useAddress(names);
  const pages = usePages(
    listEnrollments,
    {
      id,
      sequenceId: sequence.id,
      search: filters.q ?? null,
      status: filters.status ?? null,
    },
    ({ workspace }) => workspace.followUpEnrollments,
    // Enrollments are not announced, but each of their steps is a message.
    { live: ['sequence', 'message', 'contact'] },
  );
  const isFiltered = Boolean(filters.q || filters.status);
  return (
    <div className="stack h-full pt-14">
      <Toolbar>
        <SearchBox value={filters.q ?? ''} label={t.searchEnrollments} onChange={(q) => setFilters({ q })} />
        <Select
          aria-label={words.status}
          value={filters.status ?? ''}
          options={[
            { value: '', label: all },
            ...statuses.map((value) => ({
              value: value as string,
              label: statusText(value),
            })),
          ]}
          onChange={(status) => setFilters({ status })}
        />
      </Toolbar>
      <DataTable
        label={t.enrollments}
        phone={['contact', 'status']}
        pages={pages}
        columns={useColumns(sequence.steps.length)}
        idOf={(row: Enrollment) => row.id}
        onOpen={({ contactId }) =>
          void navigate({ to: '/w/$workspaceId/contacts/$contactId', params: { workspaceId: id, contactId } })
        }
        empty={
          <ListEmpty
            isFiltered={isFiltered}
            onReset={() => setFilters({ q: undefined, status: undefined })}
            icon="people"
            title={t.noEnrollments}
          >
            {t.noEnrollmentsHint}
          </ListEmpty>
        }
      />
    </div>
  );
}

function useColumns(steps: number) {
  const t = useTexts(sequencesTexts);
  const words = useTexts(customers);
  return [
    {
      name: 'contact',
      header: words.contact,
      cell: ({ contact }: Enrollment) => (contact && contactName(contact)) || words.unnamed,
    },
    {
      name: 'status',
      header: words.status,
      width: '130px',
      cell: ({ status }: Enrollment) => <StatusBadge status={status} />,
    },
    {
      name: 'step',
      header: t.steps,
      width: '100px',
      cell: ({ stepNumber }: Enrollment) => t.stepOf(stepNumber, steps),
    },
    {
      name: 'due',
      header: t.due,
      width: '130px',
      cell: ({ dueAt, status }: Enrollment) => dueAt && status === 'active' && <Time at={dueAt} />,
    },
    {
      name: 'reason',
      header: t.reason,
      width: '170px',
      cell: ({ reason }: Enrollment) => reason && t[`reason_${reason}`],
    },
    { name: 'error', header: t.error, cell: ({ lastError }: Enrollment) => lastError },
  ];
}
