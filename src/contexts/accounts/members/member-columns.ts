/** Columns of a `Member` from a row of `invitations` named i. */
export const invitationColumns = `'invitation:' || i.id as id, i.workspace_id as "workspaceId",
  (select u.id from users u where u.email = i.email) as "userId", i.id as "invitationId", i.email::text as email,
  null::text as name, i.role, i.capabilities,
  i.denied_capabilities as "deniedCapabilities", 'invited' as status, i.expires_at as "expiresAt",
  i.created_at as "createdAt", i.updated_at as "updatedAt"`;

/** Columns of a `Member` from a row of `members` named m and its user u. */
export const memberColumns = `'member:' || m.user_id || ':' || m.workspace_id as id,
  m.workspace_id as "workspaceId",
  m.user_id as "userId", null::uuid as "invitationId", u.email::text as email, u.name, m.role, m.capabilities,
  m.denied_capabilities as "deniedCapabilities",
  'active' as status, null::timestamptz as "expiresAt", m.created_at as "createdAt", m.updated_at as "updatedAt"`;
