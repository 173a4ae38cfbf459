import { describe, expect, test } from '@jest/globals';
import { nodeTypes } from '../../src/nodes/index.js';
import { refusedFields, runNode } from './run-node.js';

const later = nodeTypes.filter(({ type }) =>
  ['ai.agent', 'crm.startSequence', 'crm.stopSequence', 'voice.call'].includes(type),
);

/** The example, with values where expressions stand. */
function filled(example: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const text = JSON.stringify(example).replace(/\{\{[^}]*(email|phone)\}\}/g, (_, name) =>
    name === 'email' ? 'ana@example.com' : '+34600000001',
  );
  return JSON.parse(text);
}

describe('nodes whose records this version lacks', () => {
  test('are there to be drawn', () => {
    expect(later.map(({ type }) => type)).toEqual(['ai.agent', 'crm.startSequence', 'crm.stopSequence', 'voice.call']);
  });

  test.each(later.map(({ type, example }) => [type, example] as const))(
    '%s fails, for good, and says why',
    async (type, example) => {
      const { outcome } = await runNode(type, filled(example));
      expect(outcome).toMatchObject({
        kind: 'failed',
        error: {
          code: 'NOT_AVAILABLE',
          message: expect.stringMatching(/^This version of the server has no [a-z -]+ yet/),
        },
        retryable: false,
      });
    },
  );

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
