import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { graphql, type ResultOf } from '../../api/graphql';
import { useRead } from '../../api/query';
import { currentUser } from '../../api/session';
import { credits, number } from '../../i18n/format';
import { useTexts } from '../../i18n/texts';
import { Badge } from '../../ui/badge';
import { type Fact, Facts } from '../../ui/facts';
import { Icon } from '../../ui/icon';
import { ErrorNotice } from '../../ui/notice';
import { Card, Page, Skeleton } from '../../ui/page';
import { Plot } from '../../ui/plot';
import table from '../../ui/tables.module.css';
import { Time } from '../../ui/time';
import { useCan, useWorkspaceId } from '../../workspace/workspace';
import { FirstSteps } from './first-steps';
import styles from './home.module.css';
import { texts } from './texts';

const readHome = graphql(`
  query HomePage($id: ID!, $day: DateTime) {
    workspace(id: $id) {
      running: executions(status: running, limit: 1) {
        pagination {
          total
        }
      }
      waiting: executions(phase: waiting, limit: 100) {
        items {
          id
          steps(status: waiting, limit: 20) {
            items {
              id
              nodeType
            }
          }
        }
        pagination {
          total
        }
      }
      failed: executions(status: failed, from: $day, limit: 8) {
        items {
          id
          flowName
          finishedAt
          startedAt
          error {
            code
            message
          }
        }
        pagination {
          total
        }
      }
      analytics(period: "30d") {
        flows {
          timeline {
            date
            completed
            failed
          }
        }
      }
      usage {
        summary {
          totals {
            credits
          }
          wallet {
            available
          }
        }
      }
    }
  }
`);

type Data = ResultOf<typeof readHome>['workspace'];

/** What runs, fails, waits and costs, at a glance. */
export default function Home() {
  const t = useTexts(texts);
  const id = useWorkspaceId();
  // A whole minute, so that the question stays the same for a while.
  const day = useMemo(() => new Date(Math.floor(Date.now() / 60_000) * 60_000 - 86_400_000).toISOString(), []);
  const { data, error, refetch } = useRead(readHome, { id, day }, { live: ['execution', 'wallet'] });
  return (
    <Page title={t.welcome(currentUser()?.name ?? '')}>
      <FirstSteps />
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={8} />}
      {data && <Content workspace={data.workspace} />}
    </Page>
  );
}

function Content({ workspace }: { workspace: Data }) {
  const t = useTexts(texts);
  const { running, waiting, failed, analytics, usage } = workspace;
  const approvals = (waiting?.items ?? []).flatMap(({ steps }) =>
    steps.items.filter((step) => step.nodeType === 'wait.approval'),
  );
  const facts: Fact[] = [
    { label: t.running, value: number(running?.pagination.total ?? 0) },
    { label: t.waiting, value: number(waiting?.pagination.total ?? 0) },
    { label: t.failedDay, value: number(failed?.pagination.total ?? 0) },
    ...(usage
      ? [
          { label: t.spent, value: credits(usage.summary.totals.credits) },
          { label: t.credits, value: credits(usage.summary.wallet.available) },
        ]
      : []),
  ];
  return (
    <>
      {approvals.length > 0 && <WaitsForYou count={approvals.length} />}
      <Facts facts={facts} />
      <div className="columns-440 gap-x-16">
        {analytics && (
          <Card title={t.executions}>
            <Plot
              label={t.executions}
              times={analytics.flows.timeline.map(({ date }) => Date.parse(`${date}T00:00:00Z`) / 1_000)}
              series={[
                {
                  label: t.completed,
                  values: analytics.flows.timeline.map((one) => one.completed),
                  colour: '--success',
                },
                { label: t.failed, values: analytics.flows.timeline.map((one) => one.failed), colour: '--danger' },
              ]}
            />
          </Card>
        )}
        <Failures failed={failed?.items ?? []} />
      </div>
    </>
  );
}

function WaitsForYou({ count }: { count: number }) {
  const t = useTexts(texts);
  const workspaceId = useWorkspaceId();
  if (!useCan()('flows:execute')) return null;
  return (
    <Link
      to="/w/$workspaceId/approvals"
      params={{ workspaceId }}
      className={`row gap-10 bold round-large mb-16 ${styles.waits}`}
    >
      <Icon name="bell" />
      {t.approvals(count)}
      <Icon name="arrowRight" size={16} />
    </Link>
  );
}

function Failures({ failed }: { failed: NonNullable<Data['failed']>['items'] }) {
  const t = useTexts(texts);
  const workspaceId = useWorkspaceId();
  return (
    <Card
      title={t.recentFailures}
      actions={
        <Link to="/w/$workspaceId/executions" params={{ workspaceId }}>
          {t.allExecutions}
        </Link>
      }
    >
      {failed.length === 0 ? (
        <p className="muted">
          <Badge tone="success">✓</Badge> {t.nothingFailed}
        </p>
      ) : (
        <table className={table.plainTable}>
          <tbody>
            {failed.map(({ id, flowName, finishedAt, startedAt, error }) => (
              <tr key={id}>
                <td className={styles.failure}>
                  <Link to={`/w/${workspaceId}/executions/${id}` as string}>{flowName}</Link>
                  {error && <span className="block muted small ellipsis">{error.message}</span>}
                </td>
                <td className="muted nowrap">
                  <Time at={finishedAt ?? startedAt} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}
