import { useState } from 'react';
import { graphql, type ResultOf } from '../../api/graphql';
import { useRead } from '../../api/query';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { type Column, DataTable } from '../../ui/data-table';
import { Empty } from '../../ui/notice';
import { Toolbar } from '../../ui/page';
import { Time } from '../../ui/time';
import { useCan, useWorkspaceId } from '../../workspace/workspace';
import { BulkDialog, type BulkRequest, type BulkTarget, filterOf } from './bulk-dialog';
import styles from './executions.module.css';
import { FlowFilter, PeriodFilter } from './filter-bar';
import { type FilterChange, type Filters, usePeriodStart } from './filters';
import { Sparkline } from './sparkline';
import { texts } from './texts';

const groupsOf = graphql(`
  query ExecutionsErrorGroups($workspaceId: ID!, $from: DateTime, $flowId: ID) {
    workspace(id: $workspaceId) {
      executionErrorGroups(from: $from, flowId: $flowId, limit: 100) {
        flowId
        flowName
        flowVersion
        code
        nodeId
        message
        count
        firstAt
        lastAt
        hours
      }
    }
  }
`);

type ErrorGroup = NonNullable<ResultOf<typeof groupsOf>['workspace']['executionErrorGroups']>[number];

interface GroupsProps {
  filters: Filters;
  onChange: (change: FilterChange) => void;
}

/** Failures by their cause: how many, since when, and what retries them all. */
export function ErrorGroups({ filters, onChange }: GroupsProps) {
  const t = useTexts(texts);
  const workspaceId = useWorkspaceId();
  const from = usePeriodStart(filters.period);
  const [asked, setAsked] = useState<BulkRequest | null>(null);
  const query = useRead(groupsOf, { workspaceId, from, flowId: filters.flowId ?? null }, { live: ['execution'] });
  const groups = query.data?.workspace.executionErrorGroups ?? undefined;
  const open = ({ flowId, code, nodeId, flowVersion }: ErrorGroup) =>
    onChange({
      view: undefined,
      status: 'failed',
      flowId,
      code,
      node: nodeId ?? undefined,
      version: flowVersion,
    });
  const retry = (group: ErrorGroup) => setAsked({ action: 'retry', target: targetOf(group, from), ran: group });
  const columns = useColumns(retry);
  return (
    <>
      <Toolbar>
        <FlowFilter filters={filters} onChange={onChange} />
        <PeriodFilter filters={filters} onChange={onChange} />
        <span className="muted">{t.errorsHint}</span>
      </Toolbar>
      <DataTable
        label={t.errors}
        phone={['error', 'count']}
        columns={columns}
        pages={{
          query: query as never,
          items: groups ?? undefined,
          total: groups?.length,
          isHidden: false,
          more: () => undefined,
        }}
        idOf={({ flowId, flowVersion, nodeId, code }) => JSON.stringify([flowId, flowVersion, nodeId, code])}
        onOpen={open}
        rowHeight={62}
        empty={
          <Empty icon="check" title={t.groupsNone}>
            {t.groupsNoneHint}
          </Empty>
        }
      />
      <BulkDialog asked={asked} onStart={() => setAsked(null)} onClose={() => setAsked(null)} />
    </>
  );
}

/** What retries a group: failures from now on are left out. */
function targetOf({ flowId, flowVersion, code, nodeId, count }: ErrorGroup, from: string | null): BulkTarget {
  const to = new Date().toISOString();
  return {
    filter: filterOf({ flowId, flowVersion, errorCode: code, nodeId, status: 'failed', from, to }),
    total: count,
  };
}

function useColumns(retry: (group: ErrorGroup) => void): Column<ErrorGroup>[] {
  const t = useTexts(texts);
  const can = useCan();
  const mayRetry = can('flows:execute');
  return [
    {
      name: 'error',
      header: t.error,
      cell: ({ code, message }) => (
        <span className={`stack min-w-0 ${styles.group}`} title={message}>
          <code className="danger">{code}</code>
          <span className="ellipsis muted">{message}</span>
        </span>
      ),
    },
    {
      name: 'flow',
      header: t.flow,
      width: '24%',
      cell: ({ flowName, flowVersion, nodeId }) => (
        <span className={`stack min-w-0 ${styles.group}`}>
          <span className="ellipsis bold plain">{flowName}</span>
          <span className="ellipsis muted">{[nodeId, t.versionShort(flowVersion)].filter(Boolean).join(' · ')}</span>
        </span>
      ),
    },
    { name: 'hours', header: t.last24, width: '130px', cell: ({ hours }) => <Sparkline values={hours} /> },
    { name: 'count', header: t.count, width: '80px', align: 'end', cell: ({ count }) => count },
    {
      name: 'first',
      header: t.first,
      width: '110px',
      align: 'end',
      cell: ({ firstAt }) => <Time at={firstAt} />,
    },
    { name: 'last', header: t.last, width: '110px', align: 'end', cell: ({ lastAt }) => <Time at={lastAt} /> },
    ...(mayRetry
      ? [
          {
            name: 'retry',
            header: <span className="visually-hidden">{t.actions}</span>,
            width: '172px',
            align: 'end' as const,
            cell: (group: ErrorGroup) => (
              <Button size="small" icon="refresh" onClick={() => retry(group)}>
                {t.groupRetry}
              </Button>
            ),
          },
        ]
      : []),
  ];
}
