import { claimedRunSql } from './run-store.sql.js';
import { freePlacesSql } from './turns.sql.js';

/**
 * $1, $2: workspace and execution ids side by side. Waits for the flows of these runs: whoever gives turns of a flow sees
 * what the one before him did. In one order, so that two who need several flows cannot block each other.
 */
export const lockTurnsSql = `/* lock_turns */
select pg_advisory_xact_lock(key) from (
  select distinct hashtextextended(e.flow_id::text, 0) as key
  from unnest($1::uuid[], $2::uuid[]) as k(workspace_id, id)
  join executions e on e.workspace_id = k.workspace_id and e.id = k.id
  where e.status = 'running' and e.worker_id is null
  order by key offset 0) flows`;

/**
 * $1, $2: workspace and execution ids side by side, $3: the worker. Under the lock of their flows: claims those whose turn
 * it is, by the order in which they were started, and lets the others wait for theirs.
 */
export const takeTurnsSql = `/* take_turns */
with asked as (
  select distinct e.workspace_id, e.flow_id, e.id, e.max_concurrent
  from unnest($1::uuid[], $2::uuid[]) as k(workspace_id, id)
  join executions e on e.workspace_id = k.workspace_id and e.id = k.id
  where e.status = 'running' and e.worker_id is null
), free as (
  select f.workspace_id, f.flow_id, ${freePlacesSql} as places
  from (select workspace_id, flow_id, min(max_concurrent) as own_limit from asked group by 1, 2) f
), placed as (
  select a.workspace_id, a.id, f.places > row_number() over (partition by a.workspace_id, a.flow_id order by a.id) - 1 + (
    select count(*) from (
      select from executions w where w.workspace_id = a.workspace_id and w.flow_id = a.flow_id and w.awaits_turn
        and w.id < a.id and w.id not in (select id from asked) limit greatest(f.places, 0)) ahead) as has_turn
  from asked a join free f on f.workspace_id = a.workspace_id and f.flow_id = a.flow_id
), queued as (
  update executions e set awaits_turn = true, phase = 'queued', resume_at = null from placed p
  where not p.has_turn and e.workspace_id = p.workspace_id and e.id = p.id and e.status = 'running' and e.worker_id is null
), claimed as (
  update executions e set phase = 'active', worker_id = $3, fence = e.fence + 1, resume_at = null, awaits_turn = false
  from placed p join workspaces w on w.id = p.workspace_id
  where p.has_turn and e.workspace_id = p.workspace_id and e.id = p.id and e.status = 'running' and e.worker_id is null
  returning e.*, w.name as workspace_name
)
${claimedRunSql}`;
