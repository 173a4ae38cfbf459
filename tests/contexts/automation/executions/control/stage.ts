import { expect } from '@jest/globals';
import type { FlowControl } from '../../../../../src/engine/index.js';
import type { RestAnswer, TestApp } from '../../../../support/app.js';
import { graph, node } from '../../../../support/graphs.js';
import { reached, type SeenExecution } from '../../../../support/run.js';
import type { Owner } from '../../../../support/seed.js';
import { waitFor } from '../../../../support/wait-for.js';

/** Flows with a control whose executions run until a test lets them end. */
export class ControlStage {
  constructor(
    readonly app: TestApp,
    readonly owner: Owner,
  ) {}

  /** A flow whose executions wait for an hour, by a trigger. @returns its ID */
  async flow(
    control: FlowControl | null,
    type = 'trigger.manual',
    data: Record<string, unknown> = {},
  ): Promise<string> {
    return (await this.made(control, type, data)).id;
  }

  async made(control: FlowControl | null, type = 'trigger.manual', data: Record<string, unknown> = {}) {
    const delay = node('delay', 'logic.delay', { seconds: 3_600 });
    const set = node('set', 'data.set', { assignments: [{ name: 'got', value: '{{triggerData}}' }] });
    const content = graph([node('start', type, data), delay, set], 'start>delay', 'delay>set');
    return this.app.seed.flow(this.owner, { ...content, settings: { ...(control && { control }) } });
  }

  path(rest: string): string {
    return `/workspaces/${this.owner.workspaceId}${rest}`;
  }

  call(method: string, rest: string, body?: object): Promise<RestAnswer> {
    return this.app.rest(`${method} ${this.path(rest)}`, { as: this.owner.token, ...(body && { body }) });
  }

  /** Starts an execution by hand. */
  async start(flowId: string, triggerData: object = {}, app = this.app): Promise<string> {
    const answer = await app.rest(`POST ${this.path(`/flows/${flowId}/trigger`)}`, {
      as: this.owner.token,
      body: { triggerData },
    });
    expect(answer).toMatchObject({ status: 202 });
    return (answer.body.data as { executionId: string }).executionId;
  }

  /** Waits until executions run: they have reached their delay. */
  async running(...ids: string[]): Promise<void> {
    for (const id of ids) await reached(this.app, this.owner, id, ({ phase }) => phase === 'waiting');
  }

  async read(id: string): Promise<SeenExecution & { queuedFor: string | null }> {
    return (await this.call('GET', `/flows/executions/${id}`)).body.data;
  }

  /** Of each execution, its phase, and what it is queued for. */
  async phases(...ids: string[]): Promise<string[]> {
    const seen = await Promise.all(ids.map((id) => this.read(id)));
    return seen.map(({ phase, queuedFor }) => [phase, queuedFor].filter(Boolean).join(' for '));
  }

  /** Lets executions go on from their delay, to their end. */
  async finish(...ids: string[]): Promise<void> {
    const { pool } = this.app.services.db;
    await pool.query('update execution_claims set due_at = now() where execution_id = any($1)', [ids]);
    await pool.query('update execution_steps set resume_at = now() where execution_id = any($1)', [ids]);
    for (const id of ids) expect(await reached(this.app, this.owner, id)).toMatchObject({ status: 'completed' });
  }

  async cancel(id: string): Promise<void> {
    expect(await this.call('POST', `/flows/executions/${id}/cancel`)).toMatchObject({ status: 200 });
  }

  /** The executions of a flow, oldest first, with how they ended. */
  async all(flowId: string): Promise<{ id: string; status: string; code: string | null }[]> {
    const text = `select id, status, error ->> 'code' as code from executions where flow_id = $1 order by id`;
    return (await this.app.services.db.pool.query(text, [flowId])).rows;
  }

  /** As when the time has passed for which executions gather starts. */
  async pass(...ids: string[]): Promise<void> {
    const text = 'update execution_claims set control_from = now() where execution_id = any($1) returning flow_id';
    const { rows } = await this.app.services.db.pool.query<{ flow_id: string }>(text, [ids]);
    for (const row of rows) await this.look(row.flow_id);
  }

  /** As when it is time to look at the keys of a flow. */
  async look(flowId: string): Promise<void> {
    const { pool } = this.app.services.db;
    await pool.query(
      'update flow_controls set due_at = now() where flow_id = $1 and not counts and due_at is not null',
      [flowId],
    );
    await pool.query(`select pg_notify('flow_controls', '')`);
  }

  /** Waits until nothing is left to decide. */
  async settled(): Promise<void> {
    const text = 'select from flow_controls where due_at <= now()';
    await waitFor(async () => (await this.app.services.db.pool.query(text)).rowCount === 0);
  }
}
