import { describe, expect, test } from '@jest/globals';
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
  ])('%s refuses %j at %j', (type, data, refused) => {
    expect(refusedFields(type, data)).toEqual(refused);
  });
});
