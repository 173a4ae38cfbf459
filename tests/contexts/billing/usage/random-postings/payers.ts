import type { Sql } from '../../../../../src/platform/database/database.js';
import { graph, node } from '../../../../support/graphs.js';

/** An owner with flows of each kind. The first is rich, the second has 20 credits, the third has a budget of 10 a day. */
export interface Payer {
  email: string;
  token: string;
  workspaceId: string;
  accountId: string;
  flows: Readonly<Record<'paid' | 'budgeted' | 'refused' | 'free', string>>;
}

export type Call = (
  method: string,
  path: string,
  options: { at?: number; as?: string; body?: unknown; headers?: Record<string, string> },
) => Promise<{ status: number; body: { data?: unknown; error?: { code: string } } }>;

export const budgets = { workspace: 10, flow: 3 };
/** A number at which the provider refuses messages. */
export const refusedNumber = '+15550100999';

export async function createPayers(call: Call, sql: Sql): Promise<Payer[]> {
  const payers = [];
  for (const index of [0, 1, 2]) payers.push(await createPayer(call, sql, index));
  await call('PATCH', `/workspaces/${payers[2]?.workspaceId}`, {
    as: payers[2]?.token as string,
    body: { dailyBudget: String(budgets.workspace) },
  });
  return payers;
}

async function createPayer(call: Call, sql: Sql, index: number): Promise<Payer> {
  const email = `payer-${index}@example.com`;
  const registered = await call('POST', '/auth/register', { body: { email, password: 'correct horse battery' } });
  const { accessToken: token, workspaces } = registered.body.data as {
    accessToken: string;
    workspaces: { id: string }[];
  };
  const workspaceId = workspaces[0]?.id as string;
  const { rows } = await sql.query('select account_id as id from workspaces where id = $1', [workspaceId]);
  const flow = async (settings: object, ...steps: ReturnType<typeof node>[]) => {
    const { body } = await call('POST', `/workspaces/${workspaceId}/flows`, {
      as: token,
      body: {
        ...graph([node('start', 'trigger.manual'), ...steps], ...(steps.length > 0 ? ['start>sms'] : [])),
        name: 'Flow',
        settings: { maxConcurrent: 1000, ...settings },
      },
    });
    const { id } = body.data as { id: string };
    await call('PATCH', `/workspaces/${workspaceId}/flows/${id}`, { as: token, body: { isActive: true } });
    return id;
  };
  // An SMS to +1 costs one credit.
  const sms = (to: string) => node('sms', 'message.sms', { to, text: 'Hi' });
  const flows = {
    paid: await flow({}, sms('+15550100200')),
    budgeted: await flow({ dailyBudget: String(budgets.flow) }, sms('+15550100200')),
    refused: await flow({}, sms(refusedNumber)),
    free: await flow({}),
  };
  return { email, token, workspaceId, accountId: rows[0].id, flows };
}
