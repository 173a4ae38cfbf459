/**
 * $1: reservations as JSON, in order. Wallets are locked first, in the order of their accounts, so that the available
 * credits are current. A reservation is granted if the wallet covers it together with all before it. One that already
 * exists is granted again and reserves nothing more. `covered` is true if the wallet would cover it alone: it can be
 * requested again.
 */
export const reserveCreditsSql = `/* reserve_credits */
with input as (
  select i.*, w.account_id from json_to_recordset($1::json) as i(
    "n" integer, "workspaceId" uuid, "executionId" uuid, "operation" text, "flowId" uuid, "micros" bigint)
  join workspaces w on w.id = i."workspaceId"
), locked as materialized (
  select account_id, balance_micros - reserved_micros as free from wallets
  where account_id in (select account_id from input) order by account_id for no key update
), summed as (
  select i.*, l.free, sum(i."micros") over (partition by i.account_id order by i."n") as together
  from input i join locked l using (account_id)
), made as (
  insert into credit_reservations (workspace_id, execution_id, operation, account_id, flow_id, amount_micros)
  select "workspaceId", "executionId", "operation", account_id, "flowId", "micros" from summed where together <= free
  on conflict (workspace_id, execution_id, operation) do nothing
)
select s."n", s.together <= s.free or exists (select from credit_reservations r
    where r.workspace_id = s."workspaceId" and r.execution_id = s."executionId" and r.operation = s."operation") as granted,
  s."micros" <= s.free as covered
from summed s order by s."n"`;

/**
 * The common table expression `payers`: locks the wallets of reservations in the order of their accounts. Every
 * statement that moves credits locks wallets before any other row that it writes, so that there are no deadlocks: see
 * docs/adr/0048.
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
