import type { ReactNode } from 'react';
import { graphql, type ResultOf } from '../../api/graphql';
import { useRead } from '../../api/query';
import { duration, number } from '../../i18n/format';
import { useTexts } from '../../i18n/texts';
import { Facts } from '../../ui/facts';
import { Select } from '../../ui/field';
import { ErrorNotice } from '../../ui/notice';
import { Card, Page, Skeleton } from '../../ui/page';
import { Plot } from '../../ui/plot';
import table from '../../ui/tables.module.css';
import { among, text, useAddress } from '../../workspace/address';
import { FlowLink } from '../../workspace/flow-link';
import { useWorkspaceId } from '../../workspace/workspace';
import { customers } from '../customers/texts';
import { ByTrigger } from './by-trigger';
import { texts } from './texts';

const readAnalytics = graphql(`
  query AnalyticsPage($id: ID!, $period: String) {
    workspace(id: $id) {
      analytics(period: $period) {
        overview {
          contacts {
            new
            change
          }
          conversations {
            new
            change
          }
          messages {
            new
            change
          }
          appointments {
            upcoming
          }
          flows {
            active
            executions
          }
        }
        flows {
          successRate
          duration {
            averageMs
            p95Ms
          }
          timeline {
            date
            completed
            failed
          }
          topFlows {
            flowId
            name
            executions
            successRate
          }
        }
        leads {
          funnel {
            status
            count
          }
          sources {
            source
            count
          }
        }
        conversations {
          timeline {
            date
            opened
            resolved
          }
        }
        sms {
          timeline {
            date
            sent
            delivered
            failed
          }
        }
      }
    }
  }
`);

type Data = NonNullable<ResultOf<typeof readAnalytics>['workspace']['analytics']>;
const periods = ['7d', '30d', '90d'] as const;
const names = { period: among(periods), flowId: text };

/** How the workspace has done, over time. */
export default function Analytics() {
  const t = useTexts(texts);
  const id = useWorkspaceId();
  const [{ period = '30d', flowId }, go] = useAddress(names);
  const { data, error, refetch } = useRead(readAnalytics, { id, period });
  const analytics = data?.workspace.analytics;
  return (
    <Page
      title={t.title}
      description={t.description}
      actions={
        <Select
          aria-label={t.period}
          value={period}
          options={periods.map((one) => ({ value: one, label: t[`period${one}`] }))}
          onChange={(value) => go({ period: value })}
        />
      }
    >
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={8} />}
      {analytics && (
        <Content
          analytics={analytics}
          byTrigger={
            analytics.flows.topFlows.length > 0 && (
              <ByTrigger
                period={period}
                flows={analytics.flows.topFlows}
                chosen={flowId}
                onChoose={(one) => go({ flowId: one })}
              />
            )
          }
        />
      )}
    </Page>
  );
}

function Content({ analytics, byTrigger }: { analytics: Data; byTrigger: ReactNode }) {
  const { overview, flows, leads, conversations, sms } = analytics;
  const t = useTexts(texts);
  const words = useTexts(customers);
  const trend = (change: number | null | undefined) =>
    change === null || change === undefined ? undefined : `${change > 0 ? '+' : ''}${percent(change)}`;
  return (
    <>
      <Facts
        facts={[
          { label: t.executions, value: number(overview.flows.executions), note: t.active(overview.flows.active) },
          { label: t.success, value: percent(flows.successRate) },
          {
            label: t.average,
            value: duration(flows.duration.averageMs),
            note: `${t.p95} ${duration(flows.duration.p95Ms)}`,
          },
          { label: t.contacts, value: number(overview.contacts.new), note: trend(overview.contacts.change) },
          {
            label: t.conversations,
            value: number(overview.conversations.new),
            note: trend(overview.conversations.change),
          },
          { label: t.messages, value: number(overview.messages.new), note: trend(overview.messages.change) },
          { label: t.appointments, value: number(overview.appointments.upcoming) },
        ]}
      />
      <div className="columns-440 gap-x-16">
        <Card title={t.executionsDaily}>
          <Plot
            label={t.executionsDaily}
            times={daysOf(flows.timeline)}
            series={[
              { label: t.completed, values: flows.timeline.map((one) => one.completed), colour: '--success' },
              { label: t.failed, values: flows.timeline.map((one) => one.failed), colour: '--danger' },
            ]}
          />
        </Card>
        <Card title={t.conversationsDaily}>
          <Plot
            label={t.conversationsDaily}
            times={daysOf(conversations.timeline)}
            series={[
              { label: t.opened, values: conversations.timeline.map((one) => one.opened), colour: '--info' },
              { label: t.resolved, values: conversations.timeline.map((one) => one.resolved), colour: '--success' },
            ]}
          />
        </Card>
        <TopFlows flows={flows.topFlows} />
        {byTrigger}
        <Counts
          title={t.funnel}
          head={t.status}
          rows={leads.funnel.map(({ status, count }) => [words[`contact_${status}`], count])}
        />
        <Counts
          title={t.sources}
          head={t.source}
          rows={leads.sources.map(({ source, count }) => [source ?? t.unknown, count])}
        />
        <Card title={t.sms}>
          <Plot
            label={t.sms}
            times={daysOf(sms.timeline)}
            series={[
              { label: t.sent, values: sms.timeline.map((one) => one.sent), colour: '--info' },
              { label: t.delivered, values: sms.timeline.map((one) => one.delivered), colour: '--success' },
              { label: t.failed, values: sms.timeline.map((one) => one.failed), colour: '--danger' },
            ]}
          />
        </Card>
      </div>
    </>
  );
}

function TopFlows({ flows }: { flows: Data['flows']['topFlows'] }) {
  const t = useTexts(texts);
  return (
    <Card title={t.topFlows}>
      {flows.length === 0 ? (
        <p className="muted">{t.none}</p>
      ) : (
        <table className={table.plainTable}>
          <thead>
            <tr>
              <th scope="col">{t.flow}</th>
              <th scope="col">{t.executions}</th>
              <th scope="col">{t.success}</th>
            </tr>
          </thead>
          <tbody>
            {flows.map(({ flowId, name, executions, successRate }) => (
              <tr key={flowId}>
                <th scope="row">
                  <FlowLink flowId={flowId} name={name} />
                </th>
                <td>{number(executions)}</td>
                <td>{percent(successRate)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}

function Counts({ title, head, rows }: { title: string; head: string; rows: readonly (readonly [string, number])[] }) {
  const t = useTexts(texts);
  const content: ReactNode =
    rows.length === 0 ? (
      <p className="muted">{t.none}</p>
    ) : (
      <table className={table.plainTable}>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            <th scope="col">{t.count}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, count]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{number(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    );
  return <Card title={title}>{content}</Card>;
}

const daysOf = (timeline: readonly { date: string }[]) =>
  timeline.map(({ date }) => Date.parse(`${date}T00:00:00Z`) / 1_000);

/** A share of 1 in percent. */
const percent = (share: number) => `${number(Math.round(share * 1_000) / 10)} %`;
