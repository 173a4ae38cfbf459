import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { defineNode } from '../../src/nodes/index.js';
import { nodeOf } from './run-node.js';

/** The billed units of a node of this type with this data, by meter. */
function costOf(type: string, data: Record<string, unknown>): Record<string, number> {
  const counts = Object.entries(nodeOf(type).cost ?? {}).map(([meter, unitsOf]) => [meter, unitsOf(data)] as const);
  return Object.fromEntries(counts.filter(([, units]) => units > 0));
}

describe('the cost of a node', () => {
  test.each<[string, Record<string, unknown>, Record<string, number>]>([
    ['ai.generate', {}, { ai_call: 1 }],
    ['ai.classify', {}, { ai_call: 1 }],
    ['ai.extract', {}, { ai_call: 1 }],
    ['ai.agent', {}, { ai_call: 1 }],
    ['voice.call', {}, { voice_minute: 1 }],
    ['message.whatsapp', {}, { whatsapp_message: 1 }],
    ['message.whatsappTemplate', {}, { whatsapp_message: 1 }],
    ['message.sms', { text: 'a'.repeat(161) }, { sms_sent: 2 }],
    ['message.sms', { text: `${'a'.repeat(161)} {{triggerData.name}}` }, { sms_sent: 1 }],
    ['message.sms', {}, { sms_sent: 1 }],
    ['message.email', { to: 'a@example.com; b@example.com' }, { email_sent: 2 }],
    ['message.email', { to: ['a@example.com', '{{triggerData.email}}'] }, { email_sent: 2 }],
    ['message.email', { to: '{{triggerData.emails}}' }, { email_sent: 1 }],
    ['message.waitReply', { channel: 'whatsapp', text: 'Hi' }, { whatsapp_message: 1 }],
    ['message.waitReply', { channel: 'sms', text: 'a'.repeat(161) }, { sms_sent: 2 }],
    ['message.waitReply', { channel: 'email', text: 'Hi' }, { email_sent: 1 }],
    ['message.waitReply', { channel: 'webchat', text: 'Hi' }, {}],
    ['message.waitReply', { channel: 'sms' }, {}],
    ['wait.approval', { approvers: ['a@example.com', 'b@example.com'] }, { email_sent: 2 }],
    ['wait.approval', {}, {}],
    ['http.request', {}, {}],
  ])('%s with %j is %j', (type, data, units) => {
    expect(costOf(type, data)).toEqual(units);
  });

  test('must be declared to reach a paid port', () => {
    const shape = { type: 'a.b', title: 'A', category: 'data', capability: null, description: 'A.' } as const;
    const rest = {
      fields: z.object({}),
      sourceHandles: ['out'],
      effects: true,
      sample: null,
      example: {},
      output: 'nothing.',
      exampleRun: {},
    };
    const text = { to: '+34600000001', text: 'Hi', segments: 1 };
    defineNode({
      ...shape,
      ...rest,
      // @ts-expect-error: it declares no cost
      run: async ({ ports, signal }) => ({ kind: 'done', output: await ports.sms.send(text, signal) }),
    });
    const paid = defineNode({
      ...shape,
      ...rest,
      cost: { sms_sent: () => 1 },
      run: async ({ ports, signal }) => ({ kind: 'done', output: await ports.sms.send(text, signal) }),
    });
    expect(Object.keys(paid.cost ?? {})).toEqual(['sms_sent']);
  });
});
