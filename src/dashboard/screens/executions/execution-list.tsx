import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { graphql, type ResultOf } from '../../api/graphql';
import { usePages } from '../../api/query';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { type Column, DataTable } from '../../ui/data-table';
import { ExecutionStatus } from '../../ui/execution-status';
import { Empty } from '../../ui/notice';
import { Time } from '../../ui/time';
import { narrowTable, useNarrow } from '../../ui/use-narrow';
import { useCan, useWorkspaceId } from '../../workspace/workspace';
import { BulkBar } from './bulk-bar';
import { Elapsed } from './elapsed';
import { type FilterChange, type Filters, usePeriodStart } from './filters';
import { texts, triggerTexts } from './texts';

const listOf = graphql(`
  query ExecutionsList(
    $workspaceId: ID!
    $cursor: String
    $status: ExecutionStatus
    $phase: ExecutionPhase
    $trigger: ExecutionTrigger
    $flowId: ID
    $from: DateTime
    $search: String
    $errorCode: String
    $nodeId: String
    $flowVersion: Int
    $filter: ExecutionFilterInput
  ) {
    workspace(id: $workspaceId) {
      executions(
        limit: 100
        cursor: $cursor
        status: $status
        phase: $phase
        trigger: $trigger
        flowId: $flowId
        from: $from
        search: $search
        errorCode: $errorCode
        nodeId: $nodeId
        flowVersion: $flowVersion
        filter: $filter
      ) {
        items {
          id
          flowId
          flowName
          flowVersion
          status
          phase
          trigger
          startedAt
          durationMs
          error {
            code
            message
            nodeId
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

type Row = NonNullable<ResultOf<typeof listOf>['workspace']['executions']>['items'][number];

interface ListProps {
  filters: Filters;
  onChange: (change: FilterChange) => void;
  chosen: ReadonlySet<string>;
  onChoose: (ids: ReadonlySet<string>) => void;
}

/** The executions that the filters select, newest first; each change appears at once. */
export function ExecutionList({ filters, onChange, chosen, onChoose }: ListProps) {
  const t = useTexts(texts);
  const workspaceId = useWorkspaceId();
  const navigate = useNavigate();
  const can = useCan();
  const [isAll, setAll] = useState(false);
  const from = usePeriodStart(filters.period);
  const { status = null, phase = null, trigger = null, flowId = null, q: search = null } = filters;
  const { code: errorCode = null, node: nodeId = null, version: flowVersion = null } = filters;
  const { triggerNode } = filters;
  const filter = triggerNode === undefined ? null : { triggerNodeId: { eq: triggerNode } };
  const ofGroup = { errorCode, nodeId, flowVersion };
  const variables = { workspaceId, status, phase, trigger, flowId, from, search, filter, ...ofGroup } as never;
  const pages = usePages(listOf, variables, (data) => data.workspace.executions, { live: ['execution'] });
  const choose = (ids: ReadonlySet<string>) => {
    setAll(false);
    onChoose(ids);
  };
  const isFiltered = Boolean(
    status || phase || trigger || flowId || from || search || errorCode || nodeId || flowVersion || filter,
  );
  return (
    <>
      <BulkBar
        filters={filters}
        from={from}
        chosen={chosen}
        rows={pages.items ?? []}
        total={pages.total ?? 0}
        isAll={isAll}
        onAll={() => setAll(true)}
        onClear={() => choose(new Set())}
      />
      <DataTable
        label={t.title}
        phone={['status', 'flow']}
        columns={useColumns()}
        pages={pages}
        idOf={({ id }) => id}
        onOpen={({ id }) =>
          void navigate({ to: '/w/$workspaceId/executions/$executionId', params: { workspaceId, executionId: id } })
        }
        selection={can('flows:execute') ? { ids: chosen, onChange: choose } : undefined}
        rowHeight={46}
        empty={
          isFiltered ? (
            <Empty
              icon="filter"
              title={t.nothing}
              action={<Button onClick={() => onChange(clear(filters))}>{t.clearFilters}</Button>}
            />
          ) : (
            <Empty icon="history" title={t.none}>
              {t.noneHint}
            </Empty>
          )
        }
      />
    </>
  );
}

const clear = (filters: Filters) => Object.fromEntries(Object.keys(filters).map((name) => [name, undefined]));

/** In a narrow window, what started an execution stands on its own page only. */
function useColumns(): Column<Row>[] {
  const isNarrow = useNarrow(narrowTable);
  const t = useTexts(texts);
  const triggers = useTexts(triggerTexts);
  const workspaceId = useWorkspaceId();
  return useMemo(
    () => [
      {
        name: 'status',
        header: t.status,
        width: '140px',
        cell: ({ status, phase }) => <ExecutionStatus status={status} phase={phase} />,
      },
      {
        name: 'flow',
        header: t.flow,
        cell: ({ id, flowName, flowVersion }) => (
          <>
            <Link
              to="/w/$workspaceId/executions/$executionId"
              params={{ workspaceId, executionId: id }}
              className="bold plain"
            >
              {flowName}
            </Link>{' '}
            <span className="muted">v{flowVersion}</span>
          </>
        ),
      },
      {
        name: 'error',
        header: t.error,
        cell: ({ error }) =>
          error && (
            <span title={error.message}>
              <code className="danger">{error.code}</code> <span className="muted">{error.message}</span>
            </span>
          ),
      },
      ...(isNarrow
        ? []
        : [{ name: 'trigger', header: t.trigger, width: '130px', cell: ({ trigger }: Row) => triggers[trigger] }]),
      {
        name: 'duration',
        header: t.duration,
        width: '110px',
        align: 'end' as const,
        cell: ({ durationMs, startedAt }) => <Elapsed ms={durationMs} since={startedAt} />,
      },
      {
        name: 'started',
        header: t.started,
        width: '120px',
        align: 'end' as const,
        cell: ({ startedAt }) => (
          <span className="muted">
            <Time at={startedAt} />
          </span>
        ),
      },
    ],
    [t, triggers, workspaceId, isNarrow],
  );
}
