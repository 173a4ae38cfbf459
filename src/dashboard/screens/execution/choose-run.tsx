import { graphql } from '../../api/graphql';
import { useRead } from '../../api/query';
import { exactTime, relativeTime } from '../../i18n/format';
import { useLanguage } from '../../i18n/language';
import { useTexts } from '../../i18n/texts';
import { runStatusOf, statusTexts } from '../../ui/execution-status';
import { Select } from '../../ui/field';
import { useWorkspaceId } from '../../workspace/workspace';
import styles from './diff.module.css';
import { texts } from './diff-texts';
import { RunLink } from './header';
import type { Head } from './operations';
import { useView } from './url';

const othersOf = graphql(`
  query ExecutionCompareWith($workspaceId: ID!, $flowId: ID!, $to: DateTime) {
    workspace(id: $workspaceId) {
      before: executions(limit: 2, flowId: $flowId, status: completed, to: $to) {
        items {
          id
          startedAt
        }
      }
      executions(limit: 50, flowId: $flowId) {
        items {
          id
          status
          phase
          flowVersion
          startedAt
        }
      }
    }
  }
`);

/** The run to compare with: the one in the address, or the last that completed before. */
export function useOtherRun(head: Head) {
  const workspaceId = useWorkspaceId();
  const [view, change] = useView();
  const { data } = useRead(othersOf, { workspaceId, flowId: head.flowId, to: head.createdAt });
  const runs = (data?.workspace.executions?.items ?? []).filter(({ id }) => id !== head.id);
  const before = data?.workspace.before?.items.find(({ id }) => id !== head.id);
  const nearest = before?.id ?? runs.find(({ status }) => status === 'completed')?.id ?? runs[0]?.id ?? null;
  return {
    isReading: !data,
    id: view.compare === 'last' ? nearest : (view.compare ?? null),
    runs,
    choose: (id: string) => change({ compare: id }),
  };
}

interface ChooseRunProps {
  head: Head;
  other: ReturnType<typeof useOtherRun>;
}

/** Both runs, and the choice of the other. */
export function ChooseRun({ head, other }: ChooseRunProps) {
  const t = useTexts(texts);
  const words = useTexts(statusTexts);
  const language = useLanguage();
  const options = other.runs.map((run) => ({
    value: run.id,
    label: `${words[runStatusOf(run)]} · v${run.flowVersion} · ${relativeTime(run.startedAt, language)} · ${exactTime(run.startedAt, language)}`,
  }));
  const isListed = options.some(({ value }) => value === other.id);
  if (options.length === 0) return null;
  return (
    <div className={`row wrap rigid ${styles.choose}`}>
      <span>
        <strong>{t.here}</strong> {exactTime(head.startedAt, language)}
      </span>
      <span>
        <strong>{t.there}</strong>
        <Select
          aria-label={t.there}
          value={other.id ?? ''}
          options={other.id && !isListed ? [{ value: other.id, label: other.id }, ...options] : options}
          onChange={other.choose}
        />
      </span>
      {other.id && <RunLink id={other.id}>{t.openOther}</RunLink>}
    </div>
  );
}
