import { useState } from 'react';
import { graphql } from '../../../api/graphql';
import { usePages, useWrite } from '../../../api/query';
import { useTexts } from '../../../i18n/texts';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { ConfirmDialog } from '../../../ui/dialog';
import { ErrorNotice } from '../../../ui/notice';
import { Skeleton } from '../../../ui/page';
import { Time } from '../../../ui/time';
import { toast } from '../../../ui/toast';
import { SidePanel } from '../panel';
import styles from '../panel.module.css';
import { texts } from '../texts';
import { useEditor } from '../use-editor';
import { useSide } from '../use-side';
import { Comparison } from './comparison';

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

const restoreVersion = graphql(`
  mutation EditorRestore($workspaceId: ID!, $flowId: ID!, $version: Int!, $input: RestoreFlowVersionInput) {
    restoreFlowVersion(workspaceId: $workspaceId, flowId: $flowId, version: $version, input: $input) {
      id
      version
    }
  }
`);

/** The published versions: what each changed, and back to it. */
export function VersionsPanel() {
  const t = useTexts(texts);
  const { workspaceId, flow, canWrite, load } = useEditor();
  const { compared, compare, show } = useSide();
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
          void load();
        },
      },
    );
  return (
    <SidePanel label={t.versions} onClose={() => show(null)}>
      {query.error && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
      {!items && !query.error && <Skeleton />}
      {compared && (
        <section className={styles.diff} aria-label={t.comparison}>
          <Comparison
            compared={compared}
            versions={items?.map(({ version }) => version) ?? []}
            onAgainst={(against) => compare({ version: compared.version, against })}
          />
          {canWrite && compared.version < flow.version && (
            <Button size="small" icon="history" onClick={() => setAsked(compared.version)}>
              {t.restore}
            </Button>
          )}
        </section>
      )}
      <ol className={styles.versions}>
        {items?.map(({ version, message, createdAt }) => (
          <li key={version}>
            <button
              type="button"
              aria-pressed={compared?.version === version}
              onClick={() => compare(compared?.version === version ? {} : { version })}
            >
              <Badge tone={version === flow.version ? 'success' : 'neutral'}>{`v${version}`}</Badge>
              <span>{message ?? t.noMessage}</span>
              <Time at={createdAt} />
            </button>
          </li>
        ))}
      </ol>
      {query.hasNextPage && <Button onClick={more}>{t.more}</Button>}
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
    </SidePanel>
  );
}
