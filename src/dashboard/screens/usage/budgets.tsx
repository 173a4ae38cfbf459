import { Link } from '@tanstack/react-router';
import { graphql, type ResultOf } from '../../api/graphql';
import { useRead } from '../../api/query';
import { credits } from '../../i18n/format';
import { useTexts } from '../../i18n/texts';
import { Meter } from '../../ui/facts';
import { Card } from '../../ui/page';
import { Plot } from '../../ui/plot';
import { useCan, useWorkspace } from '../../workspace/workspace';
import { daysAgo, daysOfMonth, lastDays, secondsOf, startsIn } from './days';
import { texts } from './texts';

const readBudgets = graphql(`
  query UsageBudgets($id: ID!, $from: DateTime, $monthStart: DateTime, $dayStart: DateTime, $month: DateTime) {
    workspace(id: $id) {
      usage {
        period: summary(scope: workspace, from: $from) {
          daily {
            date
            credits
          }
        }
        month: summary(scope: workspace, from: $month) {
          daily {
            date
            credits
          }
        }
        thisMonth: summary(scope: workspace, from: $monthStart) {
          totals {
            credits
          }
        }
        today: summary(scope: workspace, from: $dayStart) {
          totals {
            credits
          }
        }
      }
    }
  }
`);

type Days = NonNullable<ResultOf<typeof readBudgets>['workspace']['usage']>['period']['daily'];

interface BudgetsProps {
  /** How many days the page shows. */
  days: number;
  /** Credits, as decimals; null for no limit. */
  daily: string | null;
  monthly: string | null;
}

/** What this workspace has spent against its budgets: now, and over time. */
export function Budgets({ days, daily, monthly }: BudgetsProps) {
  const t = useTexts(texts);
  const { id, timezone } = useWorkspace();
  const starts = startsIn(timezone);
  const [firstOfMonth = ''] = daysOfMonth();
  const { data } = useRead(
    readBudgets,
    { id, from: daysAgo(days), month: firstOfMonth, monthStart: starts.month, dayStart: starts.day },
    { live: ['wallet', 'execution'], enabled: daily !== null || monthly !== null },
  );
  const usage = data?.workspace.usage;
  if (daily === null && monthly === null) {
    return (
      <Card title={t.budgets} actions={<ToSettings label={t.budgetSet} />}>
        <p className="muted small">{t.budgetNone}</p>
      </Card>
    );
  }
  return (
    <Card title={t.budgets} actions={<ToSettings label={t.budgetChange} />}>
      {usage && (
        <>
          <div className="columns-380 gap-y-8 gap-x-28">
            {daily && <Spent label={t.budgetUsedDay} spent={usage.today.totals.credits} budget={daily} />}
            {monthly && <Spent label={t.budgetUsedMonth} spent={usage.thisMonth.totals.credits} budget={monthly} />}
          </div>
          <div className="columns-380 gap-y-8 gap-x-28 mt-14">
            {daily && <DailyPlot days={lastDays(days)} daily={usage.period.daily} budget={daily} />}
            {monthly && <MonthlyPlot daily={usage.month.daily} budget={monthly} />}
          </div>
          <p className="muted small mt-12">{t.budgetZone(timezone)}</p>
        </>
      )}
    </Card>
  );
}

function ToSettings({ label }: { label: string }) {
  const { id: workspaceId } = useWorkspace();
  const can = useCan();
  if (!can('members:manage')) return null;
  return (
    <Link to="/w/$workspaceId/settings" params={{ workspaceId }}>
      {label}
    </Link>
  );
}

function Spent({ label, spent, budget }: { label: string; spent: string; budget: string }) {
  const t = useTexts(texts);
  const rest = Number(budget) - Number(spent);
  const note = rest > 0 ? t.budgetLeft(credits(rest)) : t.budgetOver;
  return (
    <Meter
      label={label}
      used={Number(spent)}
      limit={Number(budget)}
      note={`${credits(spent)} / ${credits(budget)} · ${note}`}
    />
  );
}

function DailyPlot({ days, daily, budget }: { days: readonly string[]; daily: Days; budget: string }) {
  const t = useTexts(texts);
  const spent = spentOn(daily);
  return (
    <div>
      <h3 className="muted small bold mb-6">{t.budgetDay}</h3>
      <Plot
        label={t.budgetDay}
        times={days.map(secondsOf)}
        series={[
          { label: t.spent, values: days.map(spent), colour: '--accent' },
          { ...limitOf(t.budgetDaily, budget), values: days.map(() => Number(budget)) },
        ]}
      />
    </div>
  );
}

/** The sum of the month as it grows, up to today. */
function MonthlyPlot({ daily, budget }: { daily: Days; budget: string }) {
  const t = useTexts(texts);
  const spent = spentOn(daily);
  const days = daysOfMonth();
  const today = daysAgo(1);
  let sum = 0;
  const sums = days.map((date) => {
    sum += spent(date);
    return date <= today ? sum : null;
  });
  return (
    <div>
      <h3 className="muted small bold mb-6">{t.budgetMonth}</h3>
      <Plot
        label={t.budgetMonth}
        times={days.map(secondsOf)}
        series={[
          { label: t.soFar, values: sums, colour: '--accent', shown: credits(sum) },
          { ...limitOf(t.budgetMonthly, budget), values: days.map(() => Number(budget)) },
        ]}
      />
    </div>
  );
}

const limitOf = (label: string, budget: string) => ({
  label,
  colour: '--danger',
  isLimit: true,
  shown: credits(budget),
});

const spentOn = (daily: Days) => {
  const byDay = new Map(daily.map((one) => [one.date as string, Number(one.credits)]));
  return (date: string): number => byDay.get(date) ?? 0;
};
