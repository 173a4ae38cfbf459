import { textColumn } from '../../../platform/database/read-large.js';
import { readPage } from '../../../platform/database/read-page.js';
import { statement } from '../../../platform/database/statement.js';
import { notFound } from '../../../platform/errors.js';
import { requireId, type Scope } from '../../../platform/graphql/context.js';
import { type PageOf, pageWindow, toPage } from '../../../platform/graphql/page.js';
import type { RequestedFields } from '../../../platform/graphql/requested-fields.js';
import type { GlobalVariable } from './global-variable.entity.js';
import type { GlobalVariableListArgs } from './global-variable.input.js';

const columns = `g.id, g.workspace_id as "workspaceId", g.name, g.value, g.description,
  g.created_at as "createdAt", g.updated_at as "updatedAt"`;
const largeColumns = [textColumn('value')];
const sortColumns = { createdAt: 'g.created_at', updatedAt: 'g.updated_at', name: 'g.name' } as const;
const sortKeys = Object.keys(sortColumns) as (keyof typeof sortColumns)[];

/** A workspace's global variables, newest first unless asked otherwise. @throws AppError VALIDATION_FAILED */
export async function listGlobalVariables(
  scope: Scope,
  args: GlobalVariableListArgs,
  fields: RequestedFields,
): Promise<PageOf<GlobalVariable>> {
  const window = pageWindow(args, sortKeys, 'createdAt');
  const direction = window.descending ? 'desc' : 'asc';
  const pattern = args.search ? `%${args.search.replace(/[\\%_]/g, '\\$&')}%` : null;
  const { rows, total } = await readPage<GlobalVariable>(scope, {
    label: 'list_global_variables',
    columns,
    large: largeColumns,
    from: 'global_variables g',
    where: ['g.workspace_id = $1', ...(pattern ? ['(g.name ilike $2 or g.description ilike $2)'] : [])],
    orderBy: `${sortColumns[window.sortBy]} ${direction}, g.id ${direction}`,
    values: [scope.workspaceId, ...(pattern ? [pattern] : [])],
    limit: window.limit,
    offset: window.offset,
    total: fields.has('pagination'),
  });
  return toPage(rows, total, window);
}

/** One global variable of the workspace. @throws AppError NOT_FOUND */
export async function findGlobalVariable(scope: Scope, varId: string): Promise<GlobalVariable> {
  const id = requireId(varId, 'The global variable');
  const text = `/* find_global_variable */ select ${columns} from global_variables g where g.workspace_id = $1 and g.id = $2`;
  const { rows } = await scope.sql.query<GlobalVariable>(statement(text, [scope.workspaceId, id]));
  if (!rows[0]) throw notFound('The global variable');
  return rows[0];
}
