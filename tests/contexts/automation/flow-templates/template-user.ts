import { builtInTemplates } from '../../../../src/contexts/automation/flow-templates/built-in-templates.js';
import type { TestApp } from '../../../support/app.js';
import type { Owner } from '../../../support/seed.js';
import { waitFor } from '../../../support/wait-for.js';

/** A message of the outbox. */
export interface Message {
  to: string;
  subject: string | null;
  body: string;
}

/** An owner who uses templates of the gallery. */
export class TemplateUser {
  constructor(
    private readonly app: TestApp,
    readonly owner: Owner,
  ) {}

  /** Calls a route, in which P stands for the workspace. @throws Error if it is refused */
  async call<T = { id: string }>(route: string, body?: object): Promise<T> {
    const answer = await this.app.rest(route.replace(/ P\b/, ` /workspaces/${this.owner.workspaceId}`), {
      as: this.owner.token,
      ...(body && { body }),
    });
    if (!answer.body.success) throw new Error(JSON.stringify(answer.body.error));
    return answer.body.data;
  }

  /** Creates an active flow from a template of the gallery. */
  async use(name: string): Promise<string> {
    const template = builtInTemplates.find((one) => one.name === name);
    const flow = await this.call(`POST P/flows/templates/${template?.id}/use`, {});
    await this.call(`PATCH P/flows/${flow.id}`, { isActive: true });
    return flow.id;
  }

  /** The messages of the outbox in their order, at least so many. */
  async messages(count: number): Promise<Message[]> {
    let sent: Message[] = [];
    await waitFor(async () => {
      sent = await this.call<Message[]>('GET P/outbox?sortOrder=asc');
      return sent.length >= count;
    });
    return sent;
  }

  /** Waits until so many steps wait. */
  async waits(steps: number): Promise<void> {
    const { pool } = this.app.services.db;
    await waitFor(async () => {
      const { rows } = await pool.query(
        "select count(*)::integer as count from execution_steps where workspace_id = $1 and status = 'waiting'",
        [this.owner.workspaceId],
      );
      return rows[0].count >= steps;
    });
  }

  /** Waits until the executions of a flow have completed. */
  async completed(flowId: string): Promise<void> {
    await waitFor(async () =>
      (await this.call<{ status: string }[]>(`GET P/flows/${flowId}/executions`)).every(
        ({ status }) => status === 'completed',
      ),
    );
  }
}
