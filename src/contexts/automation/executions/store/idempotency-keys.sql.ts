/**
 * SQL that claims idempotency keys, for a CTE `keys`. Returns the execution of each key: the new one, or the one for which
 * the key was claimed in the last 24 hours. Concurrent claims of a key wait for each other.
 * @param claims a select of (workspace_id, flow_id, key, request_hash, execution_id)
 */
export function claimKeysSql(claims: string): string {
  return `insert into idempotency_keys as k (workspace_id, flow_id, key, request_hash, execution_id)
  ${claims}
  on conflict (workspace_id, flow_id, key) do update set
    request_hash = case when k.created_at < now() - interval '24 hours' then excluded.request_hash else k.request_hash end,
    execution_id = case when k.created_at < now() - interval '24 hours' then excluded.execution_id else k.execution_id end,
    created_at = case when k.created_at < now() - interval '24 hours' then excluded.created_at else k.created_at end
  returning workspace_id, flow_id, key, request_hash, execution_id`;
}
