import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { serveParent } from '../harness/child.js';

export interface CreateFlowBaselineOptions {
  databaseUrl: string;
  workspaceId: string;
}

export type CreateFlowBaselineMethods = { listen(options: CreateFlowBaselineOptions): Promise<string> };

interface FlowBody {
  name: string;
  description: string;
  tags: string[];
  settings: { triggerType: string };
  nodes: unknown[];
  edges: unknown[];
}

const createSql = `with flow as (
  insert into flows (workspace_id, id, name, description, settings, tags, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $7)
)
insert into flow_versions (workspace_id, flow_id, version, name, description, nodes, edges, variables, settings, tags, created_at)
values ($1, $2, 1, $3, $4, $8, $9, '[]', $5, $6, $7)`;

/** Stores a flow with plain node:http and pg: parse, insert, answer. Nothing is validated. */
async function listen({ databaseUrl, workspaceId }: CreateFlowBaselineOptions): Promise<string> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 20 });

  async function create(request: IncomingMessage): Promise<object> {
    const flow = JSON.parse(await readText(request)) as FlowBody;
    const { name, description, tags, settings, nodes, edges } = flow;
    const id = uuidv7();
    const now = new Date();
    await pool.query({
      name: 'create_flow',
      text: createSql,
      values: [
        workspaceId,
        id,
        name,
        description,
        JSON.stringify(settings),
        tags,
        now,
        JSON.stringify(nodes),
        JSON.stringify(edges),
      ],
    });
    const data = { id, ...flow, variables: [], folderId: null, isActive: false, version: 1 };
    return { success: true, data: { ...data, webhookToken: null, webhookUrl: null, createdAt: now, updatedAt: now } };
  }

  const server = createServer((request, response) => {
    create(request).then(
      (answer) => {
        const body = JSON.stringify(answer);
        response.writeHead(201, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
        response.end(body);
      },
      (error) => response.writeHead(500, { 'content-length': 0 }).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function readText(stream: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

serveParent({ listen } satisfies CreateFlowBaselineMethods);
