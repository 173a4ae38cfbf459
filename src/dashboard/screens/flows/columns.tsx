import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { isServerError } from '../../api/errors';
import { useWrite } from '../../api/query';
import { useTexts } from '../../i18n/texts';
import { Badge, type BadgeTone } from '../../ui/badge';
import type { Column } from '../../ui/data-table';
import { Switch } from '../../ui/field';
import { Time } from '../../ui/time';
import { toast, toastError } from '../../ui/toast';
import { narrowTable, useNarrow } from '../../ui/use-narrow';
import { useCan, useWorkspaceId } from '../../workspace/workspace';
import { type FolderInTree, type ListedFlow, updateFlow } from './flow-list';
import { FlowMenu } from './flow-menu';
import styles from './flows.module.css';
import { Rejected } from './rejected';
import { texts } from './texts';

const tones: Readonly<Record<string, BadgeTone>> = { completed: 'success', failed: 'danger', running: 'info' };

interface ColumnOptions {
  folders: readonly FolderInTree[];
  onTag: (tag: string) => void;
}

/** The columns of the list of flows. */
export function useColumns({ folders, onTag }: ColumnOptions): Column<ListedFlow>[] {
  const t = useTexts(texts);
  const isNarrow = useNarrow(narrowTable);
  const columns: Column<ListedFlow>[] = [
    {
      name: 'name',
      header: t.name,
      sortBy: 'name',
      cell: (flow) => <Name flow={flow} folder={folders.find(({ id }) => id === flow.folderId)?.path} onTag={onTag} />,
    },
    { name: 'last', header: t.lastExecution, width: '200px', cell: (flow) => <Last flow={flow} /> },
    { name: 'recent', header: t.recent, width: '98px', cell: (flow) => <Recent flow={flow} /> },
    {
      name: 'updatedAt',
      header: t.changed,
      width: '118px',
      sortBy: 'updatedAt',
      cell: ({ updatedAt }) => <Time at={updatedAt} />,
    },
    { name: 'state', header: t.status, width: '68px', cell: (flow) => <State flow={flow} /> },
    {
      name: 'menu',
      header: <span className="visually-hidden">{t.actions}</span>,
      width: '56px',
      cell: (flow) => <FlowMenu flow={flow} folders={folders} />,
    },
  ];
  return isNarrow ? columns.filter(({ name }) => name !== 'recent' && name !== 'updatedAt') : columns;
}

function Name({ flow, folder, onTag }: { flow: ListedFlow; folder: string | undefined; onTag: (tag: string) => void }) {
  const t = useTexts(texts);
  const workspaceId = useWorkspaceId();
  return (
    <div className={`stack min-w-0 gap-2 ${styles.name}`}>
      <span className="row min-w-0 gap-8">
        <Link to={`/w/${workspaceId}/flows/${flow.id}` as string}>{flow.name}</Link>
        {flow.draft && <Badge tone="warning">{t.draft}</Badge>}
      </span>
      <span className={`row min-w-0 gap-8 ${styles.below}`} title={flow.tags.join(', ') || undefined}>
        <span className="rigid">{t.triggerName(flow.settings.triggerType)}</span>
        {folder && <span className="rigid">{folder}</span>}
        {flow.tags.map((tag) => (
          <button
            key={tag}
            type="button"
            className={`muted ellipsis pointer tiny borderless ${styles.tag}`}
            onClick={() => onTag(tag)}
          >
            {tag}
          </button>
        ))}
      </span>
    </div>
  );
}

function Last({ flow: { lastExecution } }: { flow: ListedFlow }) {
  const t = useTexts(texts);
  const workspaceId = useWorkspaceId();
  if (!lastExecution) return <span className="muted">{t.neverRun}</span>;
  const { id, status, phase, startedAt } = lastExecution;
  const isWaiting = status === 'running' && (phase === 'waiting' || phase === 'held');
  return (
    <Link to={`/w/${workspaceId}/executions/${id}` as string} className="inline gap-8 muted">
      <Badge tone={isWaiting ? 'waiting' : (tones[status] ?? 'neutral')} live={status === 'running' && !isWaiting}>
        {t.state(isWaiting ? 'waiting' : status)}
      </Badge>
      <Time at={startedAt} />
    </Link>
  );
}

/** The last executions, the newest at the right. */
function Recent({ flow: { executions } }: { flow: ListedFlow }) {
  const t = useTexts(texts);
  const items = executions.items.slice(0, 8).reverse();
  if (items.length === 0) return null;
  const ended = items.filter(({ status }) => status === 'completed').length;
  return (
    <span
      className={styles.bars}
      role="img"
      aria-label={t.completedOf(ended, items.length)}
      title={t.completedOf(ended, items.length)}
    >
      {items.map(({ id, status }) => (
        <span key={id} className={styles[status]} />
      ))}
    </span>
  );
}

/** Activates and pauses. What an activation lacks is shown with the way to it. */
function State({ flow }: { flow: ListedFlow }) {
  const t = useTexts(texts);
  const can = useCan();
  const workspaceId = useWorkspaceId();
  const { mutate, isPending, variables } = useWrite(updateFlow, ['flow']);
  const [rejected, setRejected] = useState<unknown>(null);
  const isActive = isPending ? (variables.input.isActive ?? flow.isActive) : flow.isActive;
  const set = (next: boolean) =>
    mutate(
      { workspaceId, flowId: flow.id, input: { isActive: next } },
      {
        onSuccess: () => toast(next ? t.activated(flow.name) : t.pausedNow(flow.name)),
        onError: (error) => (isServerError(error, 'FLOW_INVALID') ? setRejected(error) : toastError(error)),
      },
    );
  return (
    <>
      <Switch
        hideLabel
        label={t.activate(flow.name)}
        checked={isActive}
        disabled={!can('flows:write') || isPending}
        onChange={set}
      />
      {rejected ? <Rejected flow={flow} error={rejected} onClose={() => setRejected(null)} /> : null}
    </>
  );
}
