import { isServerError } from '../../../api/errors';
import { graphql, type ResultOf } from '../../../api/graphql';
import { useRead } from '../../../api/query';
import { useTexts } from '../../../i18n/texts';
import { Select } from '../../../ui/field';
import { ErrorNotice } from '../../../ui/notice';
import { Skeleton } from '../../../ui/page';
import styles from '../panel.module.css';
import { texts } from '../texts';
import { useEditor } from '../use-editor';
import type { Compared } from '../use-side';

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

interface ComparisonProps {
  compared: Compared;
  /** The versions to compare with, the newest first. */
  versions: readonly number[];
  onAgainst: (version: number) => void;
}

/** What differs between two versions of the flow. */
export function Comparison({ compared: { version, against }, versions, onAgainst }: ComparisonProps) {
  const t = useTexts(texts);
  const others = [...new Set([...versions, against, 1])].filter((one) => one > 0 && one !== version);
  others.sort((a, b) => b - a);
  return (
    <>
      <h3 className={styles.compared}>
        {t.version(version)}{' '}
        <Select
          aria-label={t.against}
          value={String(against)}
          options={[
            ...others.map((one) => ({ value: String(one), label: `${t.against} ${one}` })),
            ...(against === 0 ? [{ value: '0', label: `${t.against}: ${t.emptyFlow}` }] : []),
          ]}
          onChange={(value) => onAgainst(Number(value))}
        />
      </h3>
      <Differences version={version} against={against} />
    </>
  );
}

function Differences({ version, against }: Compared) {
  const t = useTexts(texts);
  const { workspaceId, flow } = useEditor();
  const { data, error } = useRead(
    diffVersions,
    { id: workspaceId, flowId: flow.id, version, against },
    { keep: false },
  );
  const diff = data?.workspace.flowVersionDiff;
  if (diff === null || isServerError(error, 'NOT_FOUND')) return <p className={styles.muted}>{t.missingVersion}</p>;
  if (error) return <ErrorNotice error={error} />;
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
