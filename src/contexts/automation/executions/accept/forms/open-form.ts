import { type FormDefinition, formDefinition } from '../../../../../nodes/index.js';
import { statement } from '../../../../../platform/database/statement.js';
import { tableOf, typed } from '../../../../../platform/database/typed-sql.js';
import { AppError } from '../../../../../platform/errors/errors.js';
import type { Services } from '../../../../../platform/services.js';
import type { Workspace } from '../../../../accounts/entities/workspace.entity.js';
import {
  type FoundTestCall,
  findFlowByToken,
  findTestCall,
  isTestToken,
  type WebhookFlow,
} from '../../../flows/index.js';
import { type AddressTarget, readAddress } from '../../run/step-address.js';
import { callId } from '../../store/kept-event.entity.js';
import { isCallableSql, keyOf } from '../signals/call-address.js';

/** A form that starts a flow, is tried out in its editor, or continues a step. */
export interface OpenForm {
  definition: FormDefinition;
  workspaceId: string;
  /** The name of the workspace. */
  owner: string;
  /** Whether it was sent already, or its step or test is over: only what was accepted is accepted again. */
  isOver: boolean;
  /** What it is the form of. */
  of:
    | { kind: 'trigger'; flow: WebhookFlow }
    | { kind: 'test'; call: FoundTestCall }
    | { kind: 'step'; target: AddressTarget };
}

/** Why a form cannot be sent: there is none, its step has not begun, or it is over. */
export type NoForm = 'unknown' | 'early' | 'gone';

/** The form of a token: of an active trigger, of one that waits for a test call, or of a step. */
export async function openForm(services: Services, token: string): Promise<OpenForm | NoForm> {
  if (isTestToken(token)) return formOfTest(services, token);
  // The token of a trigger has no dot, the signed one of a step has.
  return token.includes('.') ? formOfStep(services, token) : formOfTrigger(services, token);
}

async function formOfTrigger(services: Services, token: string): Promise<OpenForm | NoForm> {
  const flow = await findFlowByToken(services, 'form', token);
  if (!flow?.isActive || flow.trigger.isDisabled) return 'unknown';
  return formOf(services, flow, { isOver: false, of: { kind: 'trigger', flow } });
}

async function formOfTest(services: Services, token: string): Promise<OpenForm | NoForm> {
  const call = await findTestCall(services, 'form', token);
  return call ? formOf(services, call, { isOver: call.isOver, of: { kind: 'test', call } }) : 'unknown';
}

async function formOf(
  services: Services,
  { workspaceId, trigger }: WebhookFlow,
  state: Pick<OpenForm, 'isOver' | 'of'>,
): Promise<OpenForm | NoForm> {
  const parsed = formDefinition.safeParse(trigger.config);
  if (!parsed.success) return 'unknown';
  const { name } = await typed(services.db.within(workspaceId), 'owner_of_form', tableOf<Workspace>()('workspaces'))
    .selectFrom('workspaces')
    .select('name')
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return { definition: parsed.data, workspaceId, owner: name, ...state };
}

interface StepRow {
  owner: string;
  input: unknown;
  begun: boolean;
  open: boolean;
}

// Joins what the state of a form depends on, by the clock of the database.
const stepText = `/* form_of_step */ select w.name as owner, s.input, s.id is not null as begun,
    c.execution_id is not null and (s.id is null or ${isCallableSql})
      and not exists (select from kept_events k where k.workspace_id = $1 and k.id = $5) as open
  from executions e join workspaces w on w.id = e.workspace_id
  left join execution_claims c on c.workspace_id = $1 and c.execution_id = $2 and not c.ended
  left join execution_steps s on s.workspace_id = $1 and s.execution_id = $2 and s.iteration = $3 and s.node_id = $4
  where e.workspace_id = $1 and e.id = $2`;

async function formOfStep(services: Services, token: string): Promise<OpenForm | NoForm> {
  const target = addressOf(services, token);
  if (!target) return 'unknown';
  const { workspaceId, executionId, iteration, nodeId } = target;
  const values = [workspaceId, executionId, iteration, nodeId, callId(keyOf(target))];
  const { rows } = await services.db.within(workspaceId).query<StepRow>(statement(stepText, values));
  const row = rows[0];
  const parsed = row?.begun ? formDefinition.safeParse(row.input) : null;
  if (!row || !parsed?.success) return row?.open ? 'early' : 'gone';
  return { definition: parsed.data, workspaceId, owner: row.owner, isOver: !row.open, of: { kind: 'step', target } };
}

function addressOf({ settings }: Services, token: string): AddressTarget | null {
  try {
    return readAddress(settings.jwtSecret, 'forms', token);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
