import { useState } from 'react';
import { graphql, type ResultOf } from '../../api/graphql';
import { usePages } from '../../api/query';
import { useTexts } from '../../i18n/texts';
import { Badge, type BadgeTone } from '../../ui/badge';
import { Button } from '../../ui/button';
import { type Column, DataTable } from '../../ui/data-table';
import { Field, Select } from '../../ui/field';
import { Empty } from '../../ui/notice';
import { Toolbar } from '../../ui/page';
import { Time } from '../../ui/time';
import { ConfirmWrite } from '../../workspace/confirm-write';
import { useCan, useWorkspaceId } from '../../workspace/workspace';
import styles from './executions.module.css';
import { FlowFilter } from './filter-bar';
import type { FilterChange, Filters } from './filters';
import { holdTexts } from './hold-texts';
import { texts } from './texts';

const holdsOf = graphql(`
  query ExecutionsHolds($workspaceId: ID!, $flowId: ID, $cursor: String) {
    workspace(id: $workspaceId) {
      flowHolds(flowId: $flowId, cursor: $cursor, limit: 50) {
        items {
          id
          flowId
          flowName
          nodeId
          code
          host
          message
          state
          executions
          openedAt
        }
        pagination {
          total
          nextCursor
        }
      }
    }
  }
`);

const release = graphql(`
  mutation ExecutionsRelease($workspaceId: ID!, $holdId: ID!, $input: ReleaseFlowHoldInput) {
    releaseFlowHold(workspaceId: $workspaceId, holdId: $holdId, input: $input) {
      id
      state
    }
  }
`);

const discard = graphql(`
  mutation ExecutionsDiscard($workspaceId: ID!, $holdId: ID!) {
    discardFlowHold(workspaceId: $workspaceId, holdId: $holdId) {
      id
      state
    }
  }
`);

type Hold = NonNullable<ResultOf<typeof holdsOf>['workspace']['flowHolds']>['items'][number];

/** What is asked before it happens to a hold. */
interface Asked {
  action: 'release' | 'discard';
  hold: Hold;
}

const tones: Readonly<Record<string, BadgeTone>> = { held: 'warning', releasing: 'info', discarding: 'info' };

/** Where flows are held, how many executions wait there, and what lets them go on. */
export function Holds({ filters, onChange }: { filters: Filters; onChange: (change: FilterChange) => void }) {
  const t = useTexts(texts);
  const h = useTexts(holdTexts);
  const workspaceId = useWorkspaceId();
  const [asked, setAsked] = useState<Asked | null>(null);
  const variables = { workspaceId, flowId: filters.flowId ?? null };
  const pages = usePages(holdsOf, variables, (data) => data.workspace.flowHolds, { live: ['execution'] });
  const open = ({ flowId }: Hold) => onChange({ view: undefined, phase: 'held', flowId });
  return (
    <>
      <Toolbar>
        <FlowFilter filters={filters} onChange={onChange} />
        <span className="muted">{h.hint}</span>
      </Toolbar>
      <DataTable
        label={t.holds}
        phone={['cause', 'executions', 'actions']}
        columns={useColumns(setAsked)}
        pages={pages}
        idOf={({ id }) => id}
        onOpen={open}
        rowHeight={62}
        empty={
          <Empty icon="check" title={h.none}>
            {h.noneHint}
          </Empty>
        }
      />
      {asked?.action === 'release' && <ReleaseDialog hold={asked.hold} onClose={() => setAsked(null)} />}
      {asked?.action === 'discard' && (
        <ConfirmWrite
          operation={discard}
          variables={{ holdId: asked.hold.id }}
          changes={['execution']}
          title={h.discardAsk(asked.hold.executions)}
          description={h.discardHint}
          submit={h.discard}
          said={h.stopped}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

/** Asks with which version what waits goes on. */
function ReleaseDialog({ hold, onClose }: { hold: Hold; onClose: () => void }) {
  const t = useTexts(texts);
  const h = useTexts(holdTexts);
  const [version, setVersion] = useState<'same' | 'current'>('same');
  return (
    <ConfirmWrite
      operation={release}
      variables={{ holdId: hold.id, input: { version } } as never}
      changes={['execution']}
      title={h.releaseAsk(hold.executions)}
      description={h.releaseHint}
      submit={h.release}
      said={h.started}
      onClose={onClose}
    >
      <Field label={t.retryVersion}>
        <Select
          value={version}
          options={[
            { value: 'same', label: t.sameVersions },
            { value: 'current', label: t.currentVersions },
          ]}
          onChange={setVersion}
        />
      </Field>
    </ConfirmWrite>
  );
}

function useColumns(ask: (asked: Asked) => void): Column<Hold>[] {
  const t = useTexts(texts);
  const h = useTexts(holdTexts);
  const mayEnd = useCan()('flows:execute');
  return [
    {
      name: 'cause',
      header: t.error,
      cell: ({ code, host, message }) => (
        <span className={`stack min-w-0 ${styles.group}`} title={message}>
          <span className="ellipsis">
            <code className="danger">{code}</code> <span className="muted">{host}</span>
          </span>
          <span className="ellipsis muted">{message}</span>
        </span>
      ),
    },
    {
      name: 'flow',
      header: t.flow,
      width: '22%',
      cell: ({ flowName, nodeId }) => (
        <span className={`stack min-w-0 ${styles.group}`}>
          <span className="ellipsis bold plain">{flowName}</span>
          <span className="ellipsis muted">{nodeId}</span>
        </span>
      ),
    },
    {
      name: 'state',
      header: t.status,
      width: '120px',
      cell: ({ state }) => <Badge tone={tones[state] ?? 'neutral'}>{h[state as keyof typeof h] as string}</Badge>,
    },
    {
      name: 'executions',
      header: h.executions,
      width: '96px',
      align: 'end',
      cell: ({ executions }) => executions.toLocaleString(),
    },
    { name: 'opened', header: h.opened, width: '110px', align: 'end', cell: ({ openedAt }) => <Time at={openedAt} /> },
    ...(mayEnd
      ? [
          {
            name: 'actions',
            header: <span className="visually-hidden">{t.actions}</span>,
            width: '210px',
            align: 'end' as const,
            cell: (hold: Hold) =>
              hold.state === 'held' && (
                <span className="inline gap-8">
                  <Button size="small" onClick={() => ask({ action: 'release', hold })}>
                    {h.release}
                  </Button>
                  <Button size="small" look="quiet" onClick={() => ask({ action: 'discard', hold })}>
                    {h.discard}
                  </Button>
                </span>
              ),
          },
        ]
      : []),
  ];
}
