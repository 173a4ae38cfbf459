import { readPage } from '../../../platform/database/read-page.js';
import { statement } from '../../../platform/database/statement.js';
import { notFound } from '../../../platform/errors.js';
import { isUuid, requireId, type Scope } from '../../../platform/graphql/context.js';
import { type PageOf, pageWindow, toPage } from '../../../platform/graphql/page.js';
import type { RequestedFields } from '../../../platform/graphql/requested-fields.js';
import type { SecretView } from './secret.entity.js';
import type { SecretListArgs } from './secret.input.js';

// Without the sealed value: nothing that lists secrets needs it.
const columns = `s.id, s.workspace_id as "workspaceId", s.name, s.preview, s.description, s.flow_id as "flowId",
  s.created_at as "createdAt", s.updated_at as "updatedAt"`;
const sortColumns = { createdAt: 's.created_at', updatedAt: 's.updated_at', name: 's.name' } as const;
const sortKeys = Object.keys(sortColumns) as (keyof typeof sortColumns)[];

/** A workspace's secrets, masked, newest first unless asked otherwise. @throws AppError VALIDATION_FAILED */
export async function listSecrets(
  scope: Scope,
  args: SecretListArgs,
  fields: RequestedFields,
): Promise<PageOf<SecretView>> {
  const { flowId, search } = args;
  const known = !flowId || flowId === 'none' || isUuid(flowId);
  const fault = { field: 'flowId', message: "flowId is a flow's id, or none for the whole workspace's." };
  const window = pageWindow(args, sortKeys, 'createdAt', known ? [] : [fault]);
  const direction = window.descending ? 'desc' : 'asc';
  const values: unknown[] = [scope.workspaceId];
  const where = ['s.workspace_id = $1'];
  if (flowId === 'none') where.push('s.flow_id is null');
  else if (flowId) where.push(`s.flow_id = $${values.push(flowId)}`);
  if (search) {
    const place = `$${values.push(`%${search.replace(/[\\%_]/g, '\\$&')}%`)}`;
    where.push(`(s.name ilike ${place} or s.description ilike ${place})`);
  }
  const orderBy = `${sortColumns[window.sortBy]} ${direction}, s.id ${direction}`;
  const { limit, offset } = window;
  const { rows, total } = await readPage<SecretView>(scope, {
    ...{ label: 'list_secrets', columns, from: 'secrets s', where, orderBy, values, limit, offset },
    total: fields.has('pagination'),
  });
  return toPage(rows, total, window);
}

/** One secret of the workspace, masked. @throws AppError NOT_FOUND */
export async function findSecret(scope: Scope, secretId: string): Promise<SecretView> {
  const id = requireId(secretId, 'The secret');
  const text = `/* find_secret */ select ${columns} from secrets s where s.workspace_id = $1 and s.id = $2`;
  const { rows } = await scope.sql.query<SecretView>(statement(text, [scope.workspaceId, id]));
  if (!rows[0]) throw notFound('The secret');
  return rows[0];
}
