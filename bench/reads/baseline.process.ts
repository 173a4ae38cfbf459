import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { serveParent } from '../harness/child.js';

export interface ReadsBaselineOptions {
  databaseUrl: string;
  workspaceId: string;
}

export type ReadsBaselineMethods = { listen(options: ReadsBaselineOptions): Promise<string> };

interface Row {
  id: string;
  [column: string]: unknown;
}

const page = { page: 1, limit: 20 };

const nestedFlowsSql = `select n.total, f.id, f.name, f.folder_id as "folderId", d.name as "folderName"
  from (select count(*)::integer as total from flows where workspace_id = $1) n,
    lateral (select * from flows where workspace_id = $1 order by created_at desc, id desc limit 20) f
    left join flow_folders d on d.workspace_id = f.workspace_id and d.id = f.folder_id
  order by f.created_at desc, f.id desc`;

const executionsSql = `select e.* from unnest($2::uuid[]) as f(id) cross join lateral (
    select id, flow_id as "flowId", status from executions where workspace_id = $1 and flow_id = f.id order by id desc limit 5) e`;

const stepsSql = `select execution_id as "executionId", node_id as "nodeId", status
  from execution_steps where workspace_id = $1 and execution_id = any($2::uuid[]) order by execution_id, id`;

const activeFlowsSql = `select n.total, f.* from (select count(*)::integer as total from flows where workspace_id = $1 and is_active) n,
  lateral (select id, name, description, settings, tags, folder_id as "folderId", is_active as "isActive", version,
      created_at as "createdAt", updated_at as "updatedAt"
    from flows where workspace_id = $1 and is_active order by created_at desc, id desc limit 20) f`;

/** Both reads with plain node:http and pg: a few prepared statements, an object tree, one JSON text. */
async function listen({ databaseUrl, workspaceId }: ReadsBaselineOptions): Promise<string> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 20 });

  async function read<T extends object = Row>(name: string, text: string, ...values: unknown[]): Promise<T[]> {
    return (await pool.query<T>({ name, text, values: [workspaceId, ...values] })).rows;
  }

  async function nestedList(): Promise<object> {
    const flows = await read<Row & { total: number; folderId: string | null; folderName: string }>(
      'nested_flows',
      nestedFlowsSql,
    );
    const executions = await read<Row & { flowId: string }>(
      'executions',
      executionsSql,
      flows.map(({ id }) => id),
    );
    const steps = await read<{ executionId: string }>(
      'steps',
      stepsSql,
      executions.map(({ id }) => id),
    );
    const stepsOf = Map.groupBy(steps, ({ executionId }) => executionId);
    const executionsOf = Map.groupBy(executions, ({ flowId }) => flowId);
    const items = flows.map(({ total, folderId, folderName, ...flow }) => ({
      ...flow,
      folder: folderId && { id: folderId, name: folderName },
      executions: {
        items: (executionsOf.get(flow.id) ?? []).map(({ flowId, ...execution }) => ({
          ...execution,
          steps: (stepsOf.get(execution.id) ?? []).map(({ executionId, ...step }) => step),
        })),
      },
    }));
    return { data: { workspace: { flows: { items, pagination: { total: flows[0]?.total } } } } };
  }

  async function activeList(): Promise<object> {
    const rows = await read<Row & { total: number }>('active_flows', activeFlowsSql);
    const total = rows[0]?.total ?? 0;
    const data = rows.map(({ total: _, ...flow }) => ({ ...flow, webhookToken: null, webhookUrl: null }));
    return { success: true, data, pagination: { ...page, total, totalPages: Math.ceil(total / page.limit) } };
  }

  const server = createServer((request, response) => {
    (request.url === '/nested' ? nestedList() : activeList()).then(
      (answer) => {
        const body = JSON.stringify(answer);
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
        response.end(body);
      },
      (error) => response.writeHead(500, { 'content-length': 0 }).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

serveParent({ listen } satisfies ReadsBaselineMethods);
