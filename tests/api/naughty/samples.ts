import { newEmail, password } from '../../contexts/accounts/members/people.js';
import { node } from '../../support/graphs.js';

/** Valid values by `operation.field`, `Type.field` or field; `Type.*` are further fields of a type. */
export type Samples = Readonly<Record<string, () => unknown>>;

/** Values that inputs need to be valid where any text would not do. */
export function createSamples(): Samples {
  let count = 0;
  const unique = (before: string) => () => `${before}${++count}`;
  return {
    ...credentials,
    ...contents,
    phone: () => `+34600${String(100_000 + ++count)}`,
    reference: unique('r'),
    'CreateSecretInput.name': unique('secret_'),
    'CreateGlobalVariableInput.name': unique('var_'),
    'CreateConnectionInput.name': unique('Connection '),
    'CreateContactInput.*': () => ({ name: 'Ana', email: newEmail() }),
  };
}

const credentials: Samples = {
  email: () => newEmail(),
  password: () => password,
  currentPassword: () => password,
  newPassword: () => 'another horse battery',
  code: () => '123456',
  role: () => 'VIEWER',
  token: () => 'token',
  capabilities: () => ['flows:read'],
};

/** The ID of no record. */
const noRecord = '01a00000-0000-7000-8000-000000000000';

const nodes = [
  node('start', 'trigger.manual'),
  node('set', 'data.set', { label: 'Set', assignments: [{ name: 'a', value: 'b' }] }),
];
const edges = [{ id: 'e', source: 'start', target: 'set', sourceHandle: 'out' }];

const contents: Samples = {
  from: () => '+34600000001',
  to: () => '+34600000002',
  'RetryExecutionInput.from': () => 'start',
  channel: () => 'sms',
  'CreateCampaignInput.channel': () => 'email',
  'UpdateCampaignInput.channel': () => 'email',
  direction: () => 'inbound',
  eventType: () => 'contact.created',
  amount: () => '1',
  stageId: () => 'first',
  startsAt: () => '2026-12-01T10:00:00.000Z',
  endsAt: () => '2026-12-01T11:00:00.000Z',
  contacts: () => [{ name: 'Ana', email: newEmail() }],
  columns: () => ['name', 'company'],
  rows: () => [['Ana', 'Acme']],
  headers: () => ({ 'Content-Type': 'application/json' }),
  nodes: () => nodes,
  edges: () => edges,
  'CreateFlowInput.*': () => ({ nodes }),
  'SimulateFlowInput.*': () => ({ nodes, edges }),
  'FlowDraftInput.*': () => ({ nodes }),
  'UpdateFlowInput.*': () => ({ nodes }),
  'CreateFlowTemplateInput.*': () => ({ nodes }),
  'UpdateFlowTemplateInput.*': () => ({ nodes }),
  'AcceptInviteInput.*': () => ({ password }),
  audience: () => ({ tags: ['vip'], company: 'Acme' }),
  contactInfo: () => ({ emails: ['ana@example.com'], address: 'Street 1', key: 'text' }),
  conditions: () => [{ left: '{{triggerData.data.status}}', operator: 'eq', right: 'lead' }],
  triggerConfig: () => ({ cron: '0 * * * *' }),
  'FlowVariableInput.name': () => 'total',
  'FlowFileInput.*': () => ({ format: 'workspace-automation/flow', formatVersion: 1, nodes }),
  'AssignUnroutedMessageInput.*': () => ({ contactId: null }),
  'FollowUpStepInput.*': () => ({ message: 'Hello' }),
  'BatchInput.operations': () => [{ action: 'create', data: { name: 'Ana' } }],
  'ChangeManyContactsInput.*': () => ({ filter: { id: { eq: noRecord } }, data: { company: 'Acme' } }),
  'ChangeManyContactsInput.action': () => 'update',
  'ChangeManyOpportunitiesInput.*': () => ({ filter: { id: { eq: noRecord } }, data: { name: 'Chairs' } }),
  'ChangeManyOpportunitiesInput.action': () => 'update',
  'ChangeManyFlowsInput.*': () => ({ filter: { id: { eq: noRecord } }, data: { tags: ['vip'] } }),
  'ChangeManyFlowsInput.action': () => 'update',
  'ChangeManyExecutionsInput.*': () => ({ filter: { flowId: noRecord } }),
  'ChangeManyExecutionsInput.action': () => 'retry',
  'CreateFileUploadInput.size': () => 1_000_000,
  'AppendToFileUploadInput.offset': () => 0,
  'upload-length': () => 1_000_000,
  'upload-offset': () => 0,
  'ImportInput.content': () => 'name\r\nAna\r\n',
  'PublishEventInput.*': () => ({ type: 'custom.paid', data: { order: 'A-1' } }),
  'CreateWebhookInput.*': () => ({ url: 'https://hooks.example.com/in', events: ['contact.created'] }),
  'ConnectionAuthInput.*': () => ({
    type: 'oauth2',
    authorizeUrl: 'https://id.example.com/authorize',
    tokenUrl: 'https://id.example.com/token',
    clientId: 'app-1',
  }),
  hosts: () => ['127.0.0.1'],
  'CreatePipelineInput.*': () => ({ stages: [{ id: 'first', name: 'First' }] }),
};
