import { Link } from '@tanstack/react-router';
import { graphql } from '../../api/graphql';
import { useRead } from '../../api/query';
import { duration, number } from '../../i18n/format';
import { useTexts } from '../../i18n/texts';
import { Select } from '../../ui/field';
import { ErrorNotice } from '../../ui/notice';
import { Card, Skeleton } from '../../ui/page';
import table from '../../ui/tables.module.css';
import { useWorkspaceId } from '../../workspace/workspace';
import { texts } from './texts';

const readTriggers = graphql(`
  query AnalyticsByTrigger($id: ID!, $period: String, $flowId: ID) {
    workspace(id: $id) {
      analytics(period: $period) {
        flows {
          byTrigger(flowId: $flowId) {
            triggerNodeId
            executions
            completed
            failed
            averageMs
          }
        }
      }
    }
  }
`);

interface ByTriggerProps {
  period: string;
  /** The flows to choose from, the first of which is shown at first. */
  flows: readonly { flowId: string; name?: string | null | undefined }[];
  chosen: string | undefined;
  onChoose: (flowId: string) => void;
}

/** The executions of one flow by the trigger that started them, where it has several. */
export function ByTrigger({ period, flows, chosen, onChoose }: ByTriggerProps) {
  const t = useTexts(texts);
  const id = useWorkspaceId();
  const flowId = chosen ?? flows[0]?.flowId ?? '';
  const { data, error, refetch } = useRead(readTriggers, { id, period, flowId });
  const triggers = data?.workspace.analytics?.flows.byTrigger ?? [];
  const options = flows.map((flow) => ({ value: flow.flowId, label: flow.name ?? flow.flowId }));
  if (!flows.some((flow) => flow.flowId === flowId)) options.push({ value: flowId, label: flowId });
  return (
    <Card
      title={t.byTrigger}
      actions={<Select aria-label={t.flow} value={flowId} options={options} onChange={onChoose} />}
    >
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={2} />}
      {data && triggers.length < 2 && <p className="muted">{t.oneTrigger}</p>}
      {triggers.length > 1 && (
        <table className={table.plainTable}>
          <thead>
            <tr>
              <th scope="col">{t.trigger}</th>
              <th scope="col">{t.executions}</th>
              <th scope="col">{t.completed}</th>
              <th scope="col">{t.failed}</th>
              <th scope="col">{t.average}</th>
            </tr>
          </thead>
          <tbody>
            {triggers.map(({ triggerNodeId, executions, completed, failed, averageMs }) => (
              <tr key={triggerNodeId}>
                <th scope="row">
                  <Link to={`/w/${id}/executions` as string} search={{ flowId, triggerNode: triggerNodeId } as never}>
                    {triggerNodeId}
                  </Link>
                </th>
                <td>{number(executions)}</td>
                <td>{number(completed)}</td>
                <td>{number(failed)}</td>
                <td>{duration(averageMs)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}
