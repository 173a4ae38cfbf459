/**
 * The IDs of the entries that a text finds: by their action, by their actor, and by the name and email of their user. Each
 * is read from an index, beginning with the different values that the log has: few, however long it is.
 * @param at the number of the parameter with the pattern; `$1` is the workspace
 */
export function searchedEntries(at: number): string {
  return `select x.id from audit_log x where x.workspace_id = $1 and x.action in (${valuesLike('action', at)})
    union select x.id from audit_log x where x.workspace_id = $1 and x.actor in (${valuesLike('actor', at)})
    union select x.id from audit_log x where x.workspace_id = $1 and x.user_id in (
      select u.id from members m join users u on u.id = m.user_id
      where m.workspace_id = $1 and (u.name ilike $${at} or u.email::text ilike $${at}))`;
}

/** The different values of a column, each found behind the one before it. */
function valuesLike(column: 'action' | 'actor', at: number): string {
  const next = (
    after: string,
  ) => `(select l.${column} from audit_log l where l.workspace_id = $1 and l.${column} is not null
    ${after} order by l.${column} limit 1)`;
  return `with recursive known(value) as (
      select ${next('')}
      union all select ${next(`and l.${column} > known.value`)} from known where known.value is not null
    ) select value from known where value ilike $${at}`;
}
