import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { graphql, type ResultOf } from '../../api/graphql';
import { usePages, useWrite } from '../../api/query';
import { number } from '../../i18n/format';
import { useTexts } from '../../i18n/texts';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { DataTable } from '../../ui/data-table';
import { Page, Toolbar } from '../../ui/page';
import { RecordForm } from '../../ui/record-form';
import { SearchBox } from '../../ui/search-box';
import { common } from '../../ui/texts';
import { Time } from '../../ui/time';
import { toastError } from '../../ui/toast';
import { searchOnly, useAddress } from '../../workspace/address';
import { useCan, useWorkspaceId } from '../../workspace/workspace';
import { ListEmpty } from '../customers/list-empty';
import { customers } from '../customers/texts';
import { sequencesTexts } from './texts';

const listSequences = graphql(`
  query SequencesList($id: ID!, $cursor: String, $search: String) {
    workspace(id: $id) {
      followUpSequences(limit: 50, cursor: $cursor, search: $search) {
        items {
          id
          name
          isActive
          isDefault
          createdAt
          agent {
            name
          }
          steps {
            id
          }
          enrollments(limit: 1, status: active) {
            pagination {
              total
            }
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

const createDefault = graphql(`
  mutation SequencesCreateDefault($workspaceId: ID!) {
    createDefaultFollowUpSequence(workspaceId: $workspaceId) {
      sequence {
        id
      }
    }
  }
`);

const createSequence = graphql(`
  mutation SequencesCreate($workspaceId: ID!, $name: String!) {
    createFollowUpSequence(workspaceId: $workspaceId, input: { name: $name, isActive: false, steps: [] }) {
      id
    }
  }
`);

type SequencePage = NonNullable<ResultOf<typeof listSequences>['workspace']['followUpSequences']>;
type SequenceRow = SequencePage['items'][number];

/** All follow-up sequences. */
export default function Sequences() {
  const t = useTexts(sequencesTexts);
  const id = useWorkspaceId();
  const can = useCan();
  const navigate = useNavigate();
  const [filters, setFilters] = useAddress(searchOnly);
  const [isCreating, setCreating] = useState(false);
  const pages = usePages(
    listSequences,
    { id, search: filters.q ?? null },
    ({ workspace }) => workspace.followUpSequences,
    { live: ['sequence'] },
  );
  const { mutate, isPending } = useWrite(createDefault, ['sequence']);
  const open = (sequenceId: string) =>
    void navigate({ to: '/w/$workspaceId/sequences/$sequenceId', params: { workspaceId: id, sequenceId } });
  const mayWrite = can('followups:write');
  const hasDefault = pages.items?.some(({ isDefault }) => isDefault) ?? true;
  const defaultButton = mayWrite && !hasDefault && !filters.q && (
    <Button
      busy={isPending}
      onClick={() =>
        mutate(
          { workspaceId: id },
          {
            onSuccess: (made) => open(made.createDefaultFollowUpSequence.sequence.id),
            onError: toastError,
          },
        )
      }
    >
      {t.createDefault}
    </Button>
  );
  return (
    <Page
      title={t.title}
      description={t.description}
      fill
      actions={
        mayWrite && (
          <>
            {defaultButton}
            <Button look="primary" icon="plus" onClick={() => setCreating(true)}>
              {t.create}
            </Button>
          </>
        )
      }
    >
      <Toolbar>
        <SearchBox value={filters.q ?? ''} label={t.search} onChange={(q) => setFilters({ q })} />
      </Toolbar>
      <DataTable
        label={t.title}
        phone={['name', 'active']}
        columns={useColumns()}
        pages={pages}
        idOf={(row: SequenceRow) => row.id}
        onOpen={(row) => open(row.id)}
        empty={
          <ListEmpty
            isFiltered={Boolean(filters.q)}
            onReset={() => setFilters({ q: undefined })}
            isHidden={pages.isHidden}
            icon="wait"
            title={t.empty}
            action={defaultButton}
          >
            {t.emptyHint}
          </ListEmpty>
        }
      />
      {isCreating && <Create onClose={() => setCreating(false)} onCreated={open} />}
    </Page>
  );
}

function useColumns() {
  const t = useTexts(sequencesTexts);
  const words = useTexts(customers);
  return [
    {
      name: 'name',
      header: t.name,
      cell: ({ name, isDefault }: SequenceRow) => (
        <>
          <strong>{name}</strong> {isDefault && <Badge>{t.default}</Badge>}
        </>
      ),
    },
    {
      name: 'active',
      header: words.status,
      width: '110px',
      cell: ({ isActive }: SequenceRow) => (
        <Badge tone={isActive ? 'success' : 'neutral'}>{isActive ? t.active : t.inactive}</Badge>
      ),
    },
    { name: 'agent', header: words.agent, cell: ({ agent }: SequenceRow) => agent?.name ?? t.allAgents },
    { name: 'steps', header: t.steps, width: '96px', cell: ({ steps }: SequenceRow) => t.stepsCount(steps.length) },
    {
      name: 'enrolled',
      header: t.enrolled,
      width: '150px',
      align: 'end' as const,
      cell: ({ enrollments }: SequenceRow) => enrollments && number(enrollments.pagination.total),
    },
    {
      name: 'created',
      header: words.created,
      width: '120px',
      align: 'end' as const,
      cell: ({ createdAt }: SequenceRow) => <Time at={createdAt} />,
    },
  ];
}

function Create({ onClose, onCreated }: { onClose: () => void; onCreated: (sequenceId: string) => void }) {
  const t = useTexts(sequencesTexts);
  const words = useTexts(common);
  const workspaceId = useWorkspaceId();
  const creation = useWrite(createSequence, ['sequence']);
  return (
    <RecordForm
      title={t.create}
      submit={words.create}
      fields={{ name: { label: t.name, maxLength: 120 } }}
      initial={{ name: '' }}
      write={creation}
      isComplete={({ name }) => name.trim() !== ''}
      onClose={onClose}
      onSubmit={({ name }) =>
        creation.mutate({ workspaceId, name }, { onSuccess: (made) => onCreated(made.createFollowUpSequence.id) })
      }
    />
  );
}
