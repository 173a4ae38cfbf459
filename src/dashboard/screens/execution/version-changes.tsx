import { Link } from '@tanstack/react-router';
import { graphql } from '../../api/graphql';
import { useRead } from '../../api/query';
import { useTexts } from '../../i18n/texts';
import { Notice } from '../../ui/notice';
import { useWorkspaceId } from '../../workspace/workspace';
import { texts } from './diff-texts';

const versionDiff = graphql(`
  query ExecutionVersionDiff($workspaceId: ID!, $flowId: ID!, $version: Int!, $against: Int!) {
    workspace(id: $workspaceId) {
      flowVersionDiff(flowId: $flowId, version: $version, against: $against) {
        nodes {
          added
          removed
          changed {
            elementId
          }
        }
        edges {
          added
          removed
        }
      }
    }
  }
`);

interface VersionChangesProps {
  flowId: string;
  version: number;
  against: number;
}

/** What differs between the versions of the flow that two runs ran. */
export function VersionChanges({ flowId, version, against }: VersionChangesProps) {
  const t = useTexts(texts);
  const workspaceId = useWorkspaceId();
  const { data } = useRead(versionDiff, { workspaceId, flowId, version, against });
  const diff = data?.workspace.flowVersionDiff;
  const names = (nodes: readonly Record<string, unknown>[]) =>
    nodes.map((node) => String((node.data as { label?: unknown } | undefined)?.label ?? node.id)).join(', ');
  return (
    <Notice title={t.versions(version, against)}>
      {diff && (
        <ul>
          {diff.nodes.added.length > 0 && <li>{t.nodesAdded(names(diff.nodes.added))}</li>}
          {diff.nodes.removed.length > 0 && <li>{t.nodesRemoved(names(diff.nodes.removed))}</li>}
          {diff.nodes.changed.length > 0 && (
            <li>{t.nodesChanged(diff.nodes.changed.map(({ elementId }) => elementId).join(', '))}</li>
          )}
          {diff.edges.added.length + diff.edges.removed.length > 0 && (
            <li>{t.edgesChanged(diff.edges.added.length, diff.edges.removed.length)}</li>
          )}
        </ul>
      )}
      <Link to={`/w/${workspaceId}/flows/${flowId}` as never} search={{ version, against } as never}>
        {t.openVersions}
      </Link>
    </Notice>
  );
}
