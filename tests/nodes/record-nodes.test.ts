import { describe, expect, test } from '@jest/globals';
import { validateFlow } from '../../src/engine/index.js';
import { catalogue } from '../../src/nodes/index.js';
import { refusedFields } from './run-node.js';

describe('nodes of records, assistants and calls', () => {
  test.each([
    ['ai.agent', { agentId: 'a' }, ['input']],
    ['message.waitReply', { contactId: 'c', timeoutMinutes: 0 }, ['timeoutMinutes']],
    ['crm.findContact', { filter: {} }, ['filter']],
    ['crm.upsertContact', { fields: {} }, ['email']],
    ['crm.upsertContact', { phone: '+34600000001' }, []],
    ['crm.tagContact', { contactId: 'c', tags: [] }, ['tags']],
    ['crm.createOpportunity', { pipelineId: 'p', stageId: 's', contactId: 'c', name: 'n', value: -1 }, ['value']],
    ['crm.moveOpportunity', {}, ['opportunityId', 'stageId']],
    ['crm.startSequence', { sequenceId: 's' }, ['contactId']],
    ['voice.call', { to: '5', voiceAgentId: 'v' }, ['to']],
  ])('%s rejects %j at %j', (type, data, refused) => {
    expect(refusedFields(type, data)).toEqual(refused);
  });
});

test.each<[string, Record<string, unknown>, string, boolean]>([
  ['crm.tagContact', { contactId: 'c', tags: ['a'] }, 'contact.tag_added', true],
  ['crm.tagContact', { contactId: 'c', tags: ['a'] }, 'contact.tag_removed', false],
  ['crm.tagContact', { contactId: 'c', tags: ['a'], mode: 'remove' }, 'contact.tag_removed', true],
  ['crm.tagContact', { contactId: 'c', tags: ['a'] }, 'contact.updated', true],
  ['crm.upsertContact', { email: 'a@example.com' }, 'contact.created', true],
  ['crm.upsertContact', { email: 'a@example.com' }, 'contact.tag_added', false],
  ['crm.upsertContact', { email: 'a@example.com', fields: { tags: ['a'] } }, 'contact.tag_added', true],
  ['crm.moveOpportunity', { opportunityId: 'o', stageId: 's' }, 'opportunity.stage_changed', true],
  ['message.waitReply', { contactId: 'c', text: 'Hi', timeoutMinutes: 5 }, 'message.sent', true],
  ['message.waitReply', { contactId: 'c', timeoutMinutes: 5 }, 'message.sent', false],
])('%s with %j causes %s: %p', (type, data, eventType, warned) => {
  const nodes = [
    { id: 't', type: 'trigger.crmEvent', position: { x: 0, y: 0 }, data: { eventType } },
    { id: 'n', type, position: { x: 0, y: 0 }, data },
  ];
  const { issues } = validateFlow({ graph: { nodes, edges: [{ id: 'e', source: 't', target: 'n' }] }, catalogue });
  const found = issues.filter(({ ruleId }) => ruleId === 'EVENT_SELF_TRIGGER').map(({ nodeId }) => nodeId);
  expect(found).toEqual(warned ? ['n'] : []);
});
