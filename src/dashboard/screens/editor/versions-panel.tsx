import { useState } from 'react';
import { graphql, type ResultOf } from '../../api/graphql';
import { usePages, useRead, useWrite } from '../../api/query';
import { useTexts } from '../../i18n/texts';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/dialog';
import { IconButton } from '../../ui/icon-button';
import { ErrorNotice } from '../../ui/notice';
import { Skeleton } from '../../ui/page';
import { Time } from '../../ui/time';
import { toast } from '../../ui/toast';
import { useEditor } from './editor-context';
import styles from './panel.module.css';
import { texts } from './texts';

const listVersions = graphql(`
  query EditorVersions($id: ID!, $flowId: ID!, $cursor: String) {
    workspace(id: $id) {
      flow(id: $flowId) {
        versions(limit: 30, cursor: $cursor) {
          items {
            version
            message
            createdAt
          }
          pagination {
            total
            nextCursor
          }
        }
      }
    }
  }
`);

const diffVersions = graphql(`
  query EditorDiff($id: ID!, $flowId: ID!, $version: Int!, $against: Int) {
    workspace(id: $id) {
      flowVersionDiff(flowId: $flowId, version: $version, against: $against) {
        fields {
          field
          before
          after
        }
        nodes {
          added
          removed
          changed {
            elementId
            fields {
              field
              before
              after
            }
          }
        }
        edges {
          added
          removed
        }
        variables {
          added
          removed
          changed {
            elementId
          }
        }
      }
    }
  }
`);
type Diff = NonNullable<ResultOf<typeof diffVersions>['workspace']['flowVersionDiff']>;

const restoreVersion = graphql(`
  mutation EditorRestore($workspaceId: ID!, $flowId: ID!, $version: Int!, $input: RestoreFlowVersionInput) {
    restoreFlowVersion(workspaceId: $workspaceId, flowId: $flowId, version: $version, input: $input) {
      id
      version
    }
  }
`);

/** The published versions: what each changed, and back to it. */
export function VersionsPanel({ onClose, onRestored }: { onClose: () => void; onRestored: () => void }) {
  const t = useTexts(texts);
  const { workspaceId, flow, canWrite } = useEditor();
  const [open, setOpen] = useState<number | null>(null);
  const [asked, setAsked] = useState<number | null>(null);
  const variables = { id: workspaceId, flowId: flow.id };
  const { items, query, more } = usePages(listVersions, variables, ({ workspace }) => workspace.flow?.versions, {
    live: ['flow'],
  });
  const { mutate, isPending, error } = useWrite(restoreVersion, ['flow']);
  const restore = () =>
    asked !== null &&
    mutate(
      { workspaceId, flowId: flow.id, version: asked, input: { expectedVersion: flow.version } },
      {
        onSuccess: () => {
          toast(t.restored(asked));
          setAsked(null);
          onRestored();
        },
      },
    );
  return (
    <aside className={styles.panel} aria-label={t.versions}>
      <header className={styles.head}>
        <h2>{t.versions}</h2>
        <IconButton icon="close" label={t.closePanel} size="small" onClick={onClose} />
      </header>
      <div className={styles.body}>
        {query.error && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
        {!items && !query.error && <Skeleton />}
        <ol className={styles.versions}>
          {items?.map(({ version, message, createdAt }) => (
            <li key={version}>
              <button
                type="button"
                aria-expanded={open === version}
                onClick={() => setOpen(open === version ? null : version)}
              >
                <Badge tone={version === flow.version ? 'success' : 'neutral'}>{`v${version}`}</Badge>
                <span>{message ?? t.noMessage}</span>
                <Time at={createdAt} />
              </button>
              {open === version && (
                <div className={styles.diff}>
                  <VersionDiff version={version} />
                  {canWrite && version !== flow.version && (
                    <Button size="small" icon="history" onClick={() => setAsked(version)}>
                      {t.restore}
                    </Button>
                  )}
                </div>
              )}
            </li>
          ))}
        </ol>
        {query.hasNextPage && <Button onClick={more}>{t.more}</Button>}
      </div>
      <ConfirmDialog
        title={t.restoreTitle(asked ?? 0)}
        description={t.restoreText}
        submit={t.restore}
        open={asked !== null}
        busy={isPending}
        error={error}
        onClose={() => setAsked(null)}
        onSubmit={restore}
      />
    </aside>
  );
}

function VersionDiff({ version }: { version: number }) {
  const t = useTexts(texts);
  const { workspaceId, flow } = useEditor();
  const { data, error } = useRead(diffVersions, { id: workspaceId, flowId: flow.id, version, against: version - 1 });
  if (error) return <ErrorNotice error={error} />;
  const diff = data?.workspace.flowVersionDiff;
  if (!diff) return <Skeleton lines={2} />;
  const lines = linesOf(diff);
  return (
    <ul className={styles.lines}>
      {lines.map(({ mark, name, detail }) => (
        <li key={`${mark}${name}`} data-mark={mark}>
          <span aria-hidden="true">{mark}</span>
          <span className="visually-hidden">{t.mark(mark)}</span>
          <code>{name}</code>
          {detail && <span className={styles.muted}>{detail}</span>}
        </li>
      ))}
      {lines.length === 0 && <li>{t.noChanges}</li>}
    </ul>
  );
}

function linesOf({ nodes, edges, variables, fields }: Diff): { mark: string; name: string; detail?: string }[] {
  const idOf = (one: Record<string, unknown>) => String(one.id ?? one.name);
  return [
    ...nodes.added.map((one) => ({ mark: '+', name: idOf(one), detail: String(one.type) })),
    ...nodes.removed.map((one) => ({ mark: '−', name: idOf(one), detail: String(one.type) })),
    ...nodes.changed.flatMap(({ elementId, fields: changed }) =>
      changed
        .filter(({ field }) => !field.startsWith('position'))
        .map(({ field, before, after }) => ({
          mark: '~',
          name: `${elementId}.${field}`,
          detail: `${short(before)} → ${short(after)}`,
        })),
    ),
    ...edges.added.map((one) => ({ mark: '+', name: `${one.source} → ${one.target}` })),
    ...edges.removed.map((one) => ({ mark: '−', name: `${one.source} → ${one.target}` })),
    ...variables.added.map((one) => ({ mark: '+', name: idOf(one) })),
    ...variables.removed.map((one) => ({ mark: '−', name: idOf(one) })),
    ...variables.changed.map(({ elementId }) => ({ mark: '~', name: elementId })),
    ...fields.map(({ field, before, after }) => ({
      mark: '~',
      name: field,
      detail: `${short(before)} → ${short(after)}`,
    })),
  ];
}

function short(value: unknown): string {
  const text = value === null || value === undefined ? '–' : typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
