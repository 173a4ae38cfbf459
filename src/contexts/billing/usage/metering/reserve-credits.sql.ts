// For many operations at once, with locks in an order, so nothing here is typed.

/**
 * $1: reservations as JSON, in order. Wallets are locked first, in the order of their accounts, so that the available
 * credits and what budgets have left are current: `spent_or_reserved` reads after that lock. A reservation is granted if
 * the wallet and all budgets cover it together with all before it. One that already exists is granted again and reserves
 * nothing more. `covered` and `exceeded` say whether the wallet and the budgets would cover it alone: then it can be
 * requested again. An exceeded budget leaves a notice, once for its limit and period. What is `owed` was performed: no
 * budget refuses it.
 */
export const reserveCreditsSql = `/* reserve_credits */
with input as materialized (
  select i.*, w.account_id, exists (select from credit_reservations r where r.workspace_id = i."workspaceId"
      and r.execution_id = i."executionId" and r.operation = i."operation") as repeated,
    (now() at time zone w.timezone)::date as today, w.daily_budget, w.monthly_budget,
    (f.settings ->> 'dailyBudget')::numeric as flow_daily_budget, (f.settings ->> 'monthlyBudget')::numeric as flow_monthly_budget
  from json_to_recordset($1::json) as i(
    "n" integer, "workspaceId" uuid, "executionId" uuid, "operation" text, "flowId" uuid, "micros" bigint, "owed" boolean)
  join workspaces w on w.id = i."workspaceId"
  left join flows f on f.workspace_id = i."workspaceId" and f.id = i."flowId"
), locked as materialized (
  select account_id, balance_micros - reserved_micros as free from wallets
  where account_id in (select account_id from input) order by account_id for no key update
), budgets as materialized (
  select distinct i."workspaceId" as workspace_id, b.flow_id, b.period, b.begins, (b.budget * 1000000)::bigint as limit_micros
  from input i cross join lateral (values
    (null::uuid, 'day', today, daily_budget), (null, 'month', date_trunc('month', today)::date, monthly_budget),
    ("flowId", 'day', today, flow_daily_budget), ("flowId", 'month', date_trunc('month', today)::date, flow_monthly_budget)
  ) as b(flow_id, period, begins, budget) where b.budget is not null
), used as materialized (
  select b.*, spent_or_reserved(workspace_id, flow_id, begins) as micros from budgets b where (select count(*) from locked) > 0
), checks as materialized (
  select i."n", u.workspace_id, u.flow_id, u.period, u.begins, u.limit_micros,
    u.micros + i."micros" > u.limit_micros as exceeded,
    u.micros + sum(i."micros") over (partition by u.workspace_id, u.flow_id, u.period order by i."n") > u.limit_micros as full
  from input i join used u on u.workspace_id = i."workspaceId" and (u.flow_id is null or u.flow_id = i."flowId")
  where not i.repeated and i."owed" is not true
), budgeted as materialized (
  select "n", bool_or("full") as "full", (array_agg(json_build_object(
      'flowId', flow_id, 'period', period, 'limit', limit_micros::text)) filter (where exceeded))[1] as exceeded
  from checks group by "n"
), summed as materialized (
  select i.*, l.free, sum(i."micros") over (partition by i.account_id order by i."n") as together, b."full", b.exceeded
  from input i join locked l using (account_id) left join budgeted b using ("n")
), made as (
  insert into credit_reservations (workspace_id, execution_id, operation, account_id, flow_id, amount_micros)
  select "workspaceId", "executionId", "operation", account_id, "flowId", "micros" from summed
  where together <= free and "full" is not true
  on conflict (workspace_id, execution_id, operation) do nothing
), noticed as (
  insert into budget_notices (workspace_id, flow_id, period, begins, limit_micros)
  select distinct workspace_id, flow_id, period, begins, limit_micros from checks where exceeded
  on conflict on constraint budget_notices_once do nothing
)
select "n", repeated or together <= free and "full" is not true as granted, "micros" <= free as covered, exceeded
from summed order by "n"`;

/**
 * The common table expression `payers`: locks the wallets of reservations in the order of their accounts. Every
 * statement that moves credits locks wallets before any other row that it writes, so that there are no deadlocks: see
 * docs/decisions/credits.md.
 * @param keys a select of (workspace_id, holder, operation)
 */
export const lockPayersCte = (keys: string) => `payers as materialized (
  select account_id from wallets where account_id = any(array(
    select r.account_id from (${keys}) k join credit_reservations r
    on r.workspace_id = k.workspace_id and r.execution_id = k.holder and r.operation = k.operation))
  order by account_id for no key update
)`;

/** A condition that is always true, but evaluated only after `payers` is locked: a CTE with it writes nothing before. */
export const payersAreLocked = '(select count(*) from payers) >= 0';

/**
 * $1: minimum age of a reservation in seconds, $2: the same for one without an execution. Releases reservations of ended
 * executions and of processes that died, which will never be settled.
 */
export const sweepReservationsSql = `/* sweep_reservations */
with ended as materialized (
  select o.workspace_id, o.execution_id as holder, o.operation from credit_reservations o
  left join executions e on e.workspace_id = o.workspace_id and e.id = o.execution_id
  where o.created_at < now() - make_interval(secs => $1) and e.status is distinct from 'running'
    and (e.status is not null or o.created_at < now() - make_interval(secs => $2))
  limit 1000
), ${lockPayersCte('select * from ended')}
delete from credit_reservations r using ended o
where ${payersAreLocked} and r.workspace_id = o.workspace_id and r.execution_id = o.holder and r.operation = o.operation`;

/**
 * Common table expressions that settle operations, for a statement with `operations`: (workspace_id, holder, operation,
 * execution_id, flow_id, event json), where holder and operation identify the reservation and rows are read only after
 * `payers` is locked. Releases the reservation, writes the event and books its cost, at most what was reserved. Events
 * are identified by their IDs, so repeating it changes nothing.
 */
export const settleOperationsCtes = `freed as (
  delete from credit_reservations r using operations a
  where r.workspace_id = a.workspace_id and r.execution_id = a.holder and r.operation = a.operation
  returning r.workspace_id, r.execution_id, r.operation, r.amount_micros
), used as (
  insert into usage_events (workspace_id, id, account_id, event_type, app, country, source, quantity, unit, credits_micros,
    flow_id, execution_id, metadata)
  select a.workspace_id, e."id", w.account_id, e."eventType", e."app", e."country", e."source", e."quantity", e."unit",
    least(e."micros", coalesce(f.amount_micros, 0)), a.flow_id, a.execution_id, coalesce(e."metadata", '{}')
  from operations a cross join lateral json_to_record(a.event) as e("id" uuid, "eventType" text, "app" text, "country" text,
    "source" text, "quantity" numeric, "unit" text, "micros" bigint, "metadata" json)
  join workspaces w on w.id = a.workspace_id
  left join freed f on f.workspace_id = a.workspace_id and f.execution_id = a.holder and f.operation = a.operation
  where a.event is not null
  on conflict (workspace_id, id) do nothing
  returning account_id, id, workspace_id, flow_id, credits_micros, created_at
), charged as (
  insert into ledger_transfers (account_id, id, kind, from_account, to_account, amount_micros)
  select account_id, id, 'usage', 'wallet', 'consumption', credits_micros from used where credits_micros > 0
), spent as (
  insert into flow_spending (workspace_id, flow_id, day, credits_micros)
  select u.workspace_id, u.flow_id, (u.created_at at time zone w.timezone)::date, sum(u.credits_micros)
  from used u join workspaces w on w.id = u.workspace_id where u.credits_micros > 0 and u.flow_id is not null
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (workspace_id, flow_id, day) do update set credits_micros = flow_spending.credits_micros + excluded.credits_micros
), spent_by_workspace as (
  insert into workspace_spending (workspace_id, day, credits_micros)
  select u.workspace_id, (u.created_at at time zone w.timezone)::date, sum(u.credits_micros)
  from used u join workspaces w on w.id = u.workspace_id where u.credits_micros > 0 group by 1, 2 order by 1, 2
  on conflict (workspace_id, day) do update set credits_micros = workspace_spending.credits_micros + excluded.credits_micros
)`;

/** $1: ends of operations outside executions, as JSON. */
export const settleOperationsSql = `/* settle_operations */
with input as materialized (
  select "workspaceId" as workspace_id, "executionId" as holder, "operation" as operation, null::uuid as execution_id, "flowId" as flow_id,
    "event" as event
  from json_to_recordset($1::json) as i("workspaceId" uuid, "executionId" uuid, "operation" text, "flowId" uuid, "event" json)
), ${lockPayersCte('select * from input')}, operations as (
  select * from input where ${payersAreLocked}
), ${settleOperationsCtes}
select count(*) from used`;
