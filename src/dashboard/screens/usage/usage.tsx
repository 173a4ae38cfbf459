import { useState } from 'react';
import { graphql, type ResultOf } from '../../api/graphql';
import { useRead } from '../../api/query';
import { bytes, credits, number } from '../../i18n/format';
import { useTexts } from '../../i18n/texts';
import { Facts, Meter } from '../../ui/facts';
import { Select } from '../../ui/field';
import { Empty, ErrorNotice } from '../../ui/notice';
import { Card, Page, Skeleton } from '../../ui/page';
import { Plot } from '../../ui/plot';
import table from '../../ui/tables.module.css';
import { useWorkspaceId } from '../../workspace/workspace';
import { Budgets } from './budgets';
import { daysAgo } from './days';
import { texts } from './texts';

const readUsage = graphql(`
  query UsageSummary($id: ID!, $from: DateTime, $to: DateTime) {
    workspace(id: $id) {
      dailyBudget
      monthlyBudget
      usage {
        summary(from: $from, to: $to) {
          totals {
            credits
            events
          }
          byType {
            eventType
            events
            quantity
            credits
          }
          daily {
            date
            credits
          }
          wallet {
            available
            balance
            reserved
          }
        }
      }
      quotas {
        name
        used
        limit
        refused
      }
    }
  }
`);

type Data = ResultOf<typeof readUsage>['workspace'];
const periods = [7, 30, 90] as const;

/** What was spent, on what, and how much of the limits is used. */
export default function Usage() {
  const t = useTexts(texts);
  const id = useWorkspaceId();
  const [days, setDays] = useState<number>(30);
  const { data, error, refetch } = useRead(
    readUsage,
    { id, from: daysAgo(days), to: daysAgo(1) },
    { live: ['wallet', 'execution'] },
  );
  return (
    <Page
      title={t.title}
      description={t.description}
      actions={
        <Select
          aria-label={t.period}
          value={String(days)}
          options={periods.map((count) => ({ value: String(count), label: t.days(count) }))}
          onChange={(value) => setDays(Number(value))}
        />
      }
    >
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={8} />}
      {data && <Content workspace={data.workspace} days={days} />}
    </Page>
  );
}

function Content({ workspace, days }: { workspace: Data; days: number }) {
  const t = useTexts(texts);
  const { usage, quotas, dailyBudget, monthlyBudget } = workspace;
  if (!usage) return null;
  const { totals, byType, daily, wallet } = usage.summary;
  return (
    <>
      <Facts
        facts={[
          { label: t.spent, value: credits(totals.credits), note: t.unit },
          { label: t.available, value: credits(wallet.available), note: t.unit },
          { label: t.reserved, value: credits(wallet.reserved), note: t.unit },
          { label: t.events, value: number(totals.events) },
        ]}
      />
      <Card title={t.daily}>
        <Plot
          label={t.daily}
          times={daily.map(({ date }) => Date.parse(`${date}T00:00:00Z`) / 1_000)}
          series={[{ label: t.credits, values: daily.map((one) => Number(one.credits)), colour: '--accent' }]}
        />
      </Card>
      <Budgets days={days} daily={dailyBudget ?? null} monthly={monthlyBudget ?? null} />
      <Card title={t.byType}>
        {byType.length === 0 ? (
          <Empty icon="credits" title={t.noUsage}>
            {t.noUsageHint}
          </Empty>
        ) : (
          <table className={table.plainTable}>
            <thead>
              <tr>
                <th scope="col">{t.operation}</th>
                <th scope="col">{t.events}</th>
                <th scope="col">{t.quantity}</th>
                <th scope="col">{t.credits}</th>
              </tr>
            </thead>
            <tbody>
              {byType.map((row) => (
                <tr key={row.eventType}>
                  <th scope="row">{t[`type${row.eventType}`]}</th>
                  <td>{number(row.events)}</td>
                  <td>{number(row.quantity)}</td>
                  <td>{credits(row.credits)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Card>
      {quotas && <Quotas quotas={quotas} />}
    </>
  );
}

function Quotas({ quotas }: { quotas: NonNullable<Data['quotas']> }) {
  const t = useTexts(texts);
  const shown = (name: string, value: number) => (name === 'storageBytes' ? bytes(value) : number(value));
  return (
    <Card title={t.quotas}>
      {quotas.map(({ name, used, limit, refused }) => (
        <Meter
          key={name}
          label={t[`quota${name}`]}
          used={used}
          limit={limit}
          note={`${shown(name, used)} / ${shown(name, limit)}${refused > 0 ? ` · ${t.refused(refused)}` : ''}`}
        />
      ))}
    </Card>
  );
}
