import { useQueries } from '@tanstack/react-query';
import { graphql } from '../../api/graphql';
import { keyOf } from '../../api/query';
import { request } from '../../api/request';
import { useTexts } from '../../i18n/texts';
import { JsonView } from '../../ui/json-view';
import { Empty } from '../../ui/notice';
import { Skeleton } from '../../ui/page';
import { useWorkspaceId } from '../../workspace/workspace';
import styles from './execution.module.css';
import type { RunState } from './execution-reducer';
import type { NodeNames } from './node-names';
import type { Head } from './operations';
import { texts } from './texts';

const setOf = graphql(`
  query ExecutionVariables($workspaceId: ID!, $executionId: ID!, $nodeId: String!) {
    workspace(id: $workspaceId) {
      execution(id: $executionId) {
        steps(nodeId: $nodeId, status: completed, limit: 100) {
          items {
            id
            output
            finishedAt
          }
        }
      }
    }
  }
`);

interface VariablesProps {
  head: Head;
  /** At the moment that is shown. */
  state: RunState;
  names: NodeNames;
}

interface Change {
  name: string;
  value: unknown;
  stepId: string;
}

/** The variables as they were at the moment that is shown, and what its step changed. */
export function Variables({ head, state, names }: VariablesProps) {
  const t = useTexts(texts);
  const workspaceId = useWorkspaceId();
  const setters = [...names].filter(([, { type }]) => type === 'data.set').map(([id]) => id);
  const reads = useQueries({
    queries: setters.map((nodeId) => {
      const variables = { workspaceId, executionId: head.id, nodeId };
      return {
        queryKey: [...keyOf(setOf, variables), state.nodes.get(nodeId)?.counts.completed ?? 0],
        queryFn: () => request(setOf, variables),
      };
    }),
  });
  const setBy = reads.flatMap(({ data }) => data?.workspace.execution?.steps.items ?? []);
  const ended = setBy.filter(({ id }) => state.steps.get(id)?.status === 'completed');
  ended.sort((a, b) => String(a.finishedAt).localeCompare(String(b.finishedAt)));
  const changes = ended.flatMap(({ id, output }): Change[] =>
    Object.entries((output ?? {}) as Record<string, unknown>).map(([name, value]) => ({ name, value, stepId: id })),
  );
  const initial = (head.version?.variables ?? []).map(({ name, value }) => ({
    name,
    value: value as unknown,
    stepId: '',
  }));
  const history = new Map<string, Change[]>();
  for (const change of [...initial, ...changes]) {
    history.set(change.name, [...(history.get(change.name) ?? []), change]);
  }
  if (reads.some(({ isPending }) => isPending)) return <Skeleton lines={4} />;
  if (history.size === 0) return <Empty icon="variable" title={t.noVariables} />;
  return (
    <dl className={`py-12 px-16 ${styles.variables}`}>
      {[...history].map(([name, values]) => {
        const value = values.at(-1) as Change;
        const before = values.at(-2);
        const isNew = state.latest !== null && value.stepId === state.latest.id;
        const node = names.get(state.steps.get(value.stepId)?.nodeId ?? '');
        return (
          <div key={name} className={isNew ? styles.changedVariable : undefined}>
            <dt className="flex between gap-10 small mb-4">
              <code>{name}</code>
              <span className="muted">{node ? t.setBy(node.label) : t.ofFlow}</span>
            </dt>
            <dd>
              {isNew && before && (
                <div className={styles.former}>
                  <span className="muted">{t.before}</span>
                  <JsonView value={before.value} openTo={1} />
                </div>
              )}
              <JsonView value={value.value} openTo={1} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
