import type { RestAnswer, TestApp } from '../../../../support/app.js';
import type { Owner } from '../../../../support/seed.js';

/** A test call as the REST API shows it. */
export interface ShownCall {
  nodeId: string;
  type: string;
  url: string | null;
  expiresAt: string | null;
  receivedAt: string | null;
  triggerData: unknown;
  request: { headers: Record<string, string>; [name: string]: unknown } | null;
}

/** What an editor does with the test calls of the flows of an owner. */
export class Listening {
  constructor(
    readonly app: TestApp,
    readonly owner: Owner,
  ) {}

  at(flowId: string): string {
    return `/workspaces/${this.owner.workspaceId}/flows/${flowId}`;
  }

  rest(call: string, body?: unknown, as = this.owner.token): Promise<RestAnswer> {
    return this.app.rest(call, { as, ...(body !== undefined && { body }) });
  }

  /** A flow without nodes, whose draft has these. */
  async draft(nodes: object[]): Promise<string> {
    const { id } = await this.app.seed.flow(this.owner, { nodes: [], edges: [] }, false);
    await this.save(id, nodes);
    return id;
  }

  save(flowId: string, nodes: object[]): Promise<RestAnswer> {
    return this.rest(`PUT ${this.at(flowId)}/draft`, { nodes, edges: [] });
  }

  listen(flowId: string, body: object, as?: string): Promise<RestAnswer> {
    return this.rest(`POST ${this.at(flowId)}/listen`, body, as);
  }

  /** Listens, and returns the path of the address. */
  async path(flowId: string, nodeId: string): Promise<string> {
    const { status, body } = await this.listen(flowId, { nodeId });
    if (status !== 201) throw new Error(JSON.stringify(body));
    const { pathname, search } = new URL((body.data as { url: string }).url);
    return pathname + search;
  }

  async shown(flowId: string, nodeId: string): Promise<ShownCall> {
    return (await this.rest(`GET ${this.at(flowId)}/listen?nodeId=${nodeId}`)).body.data as ShownCall;
  }

  async countExecutions(): Promise<number> {
    const { rows } = await this.app.services.db.pool.query<{ n: number }>(
      'select count(*)::int as n from executions where workspace_id = $1',
      [this.owner.workspaceId],
    );
    return rows[0]?.n ?? 0;
  }

  /** A secret KEY of the workspace. */
  async createSecret(value: string): Promise<void> {
    const { errors } = await this.app.graphql(
      'mutation ($id: ID!, $value: String!) { createSecret(workspaceId: $id, input: { name: "KEY", value: $value }) { id } }',
      { id: this.owner.workspaceId, value },
      this.owner.token,
    );
    if (errors?.[0]) throw new Error(errors[0].message);
  }

  /** Lets the address of a node expire. */
  async expire(flowId: string): Promise<void> {
    await this.app.services.db.pool.query(
      `update test_calls set expires_at = now() - interval '1 second' where flow_id = $1`,
      [flowId],
    );
  }
}
