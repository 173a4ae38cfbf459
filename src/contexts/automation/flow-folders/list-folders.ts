import { readPage } from '../../../platform/database/read-page.js';
import type { ErrorDetail } from '../../../platform/errors.js';
import { isUuid, type Scope } from '../../../platform/graphql/context.js';
import { type PageOf, pageWindow, toPage } from '../../../platform/graphql/page.js';
import type { RequestedFields } from '../../../platform/graphql/requested-fields.js';
import type { Folder } from './flow-folder.entity.js';
import type { FolderListArgs } from './flow-folder.input.js';
import { folderColumns } from './flow-folder-columns.js';

const sortColumns = { createdAt: 'd.created_at', updatedAt: 'd.updated_at', name: 'd.name' } as const;
const sortKeys = Object.keys(sortColumns) as (keyof typeof sortColumns)[];

/** A workspace's folders, newest first unless asked otherwise. @throws AppError VALIDATION_FAILED */
export async function listFolders(
  scope: Scope,
  args: FolderListArgs,
  fields: RequestedFields,
): Promise<PageOf<Folder>> {
  const window = pageWindow(args, sortKeys, 'createdAt', filterFaults(args));
  const direction = window.descending ? 'desc' : 'asc';
  const { conditions, values } = readFilters(args);
  const { rows, total } = await readPage<Folder>(scope, {
    label: 'list_folders',
    columns: folderColumns,
    from: 'flow_folders d',
    where: ['d.workspace_id = $1', ...conditions],
    orderBy: `${sortColumns[window.sortBy]} ${direction}, d.id ${direction}`,
    values: [scope.workspaceId, ...values],
    limit: window.limit,
    offset: window.offset,
    total: fields.has('pagination'),
  });
  return toPage(rows, total, window);
}

function filterFaults({ parentId }: FolderListArgs): ErrorDetail[] {
  const faults: ErrorDetail[] = [];
  if (parentId && parentId !== 'none' && !isUuid(parentId)) {
    faults.push({ field: 'parentId', message: "parentId is a folder's id, or none for those at the top." });
  }
  return faults;
}

/** Conditions on `d`, their parameters numbered from $2. */
function readFilters({ parentId, search }: FolderListArgs): { conditions: string[]; values: unknown[] } {
  const conditions: string[] = [];
  const values: unknown[] = [];
  if (parentId === 'none') conditions.push('d.parent_id is null');
  else if (parentId) conditions.push(`d.parent_id = $${values.push(parentId) + 1}`);
  if (search) conditions.push(`d.name ilike $${values.push(`%${search.replace(/[\\%_]/g, '\\$&')}%`) + 1}`);
  return { conditions, values };
}
