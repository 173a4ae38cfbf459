/** The select list of flow_folders (as `d`): the rows are small, so all of it. */
export const folderColumns =
  'd.id, d.workspace_id as "workspaceId", d.name, d.parent_id as "parentId", d.created_at as "createdAt", d.updated_at as "updatedAt"';
