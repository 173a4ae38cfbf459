import { describe, expect, test } from '@jest/globals';
import { fieldProblem } from '../../src/engine/field-problem.js';
import { triggerTypes } from '../../src/engine/index.js';
import { catalogue, crmEventNames, crmEventTypes, nextScheduledTime } from '../../src/nodes/index.js';
import { nodeOf, refusedFields, runNode } from './run-node.js';

const hmac = { type: 'hmac', secretName: 'signing_key' };

const configs: [string, Record<string, unknown>, string[]][] = [
  ['trigger.manual', {}, []],
  ['trigger.manual', { label: 'Start', colour: 'red', retry: { attempts: 2 } }, []],
  ['trigger.webhook', {}, []],
  ['trigger.webhook', { responseMode: 'result', auth: hmac }, []],
  ['trigger.webhook', { auth: { ...hmac, header: 'X-Hub-Signature-256' } }, []],
  ['trigger.webhook', { responseMode: 'later' }, ['responseMode']],
  ['trigger.webhook', { auth: { type: 'basic', secretName: 'a' } }, ['auth.username']],
  ['trigger.webhook', { auth: { type: 'digest', secretName: 'a' } }, ['auth.type']],
  ['trigger.webhook', { auth: { type: 'stripe', secretName: 'a' } }, []],
  ['trigger.webhook', { auth: { type: 'none' } }, []],
  ['trigger.webhook', { auth: { type: 'hmac' } }, ['auth.secretName']],
  ['trigger.webhook', { auth: { ...hmac, header: 'no header' } }, ['auth.header']],
  ['trigger.schedule', { cron: '0 9 * * 1-5', timezone: 'Europe/Madrid' }, []],
  ['trigger.schedule', { cron: '@daily' }, []],
  ['trigger.schedule', { everyMinutes: 15 }, []],
  ['trigger.schedule', { everyMinutes: '15' }, []],
  ['trigger.schedule', { cron: '0 9 * * *', timezone: null, everyMinutes: null }, []],
  ['trigger.schedule', {}, ['cron']],
  ['trigger.schedule', { cron: '0 9 * * *', everyMinutes: 5 }, ['cron']],
  ['trigger.schedule', { cron: 'every day' }, ['cron']],
  ['trigger.schedule', { cron: '* * * * * *' }, ['cron']],
  ['trigger.schedule', { cron: '61 * * * *' }, ['cron']],
  ['trigger.schedule', { cron: '0 0 31 2 *' }, ['cron']],
  ['trigger.schedule', { cron: '' }, ['cron']],
  ['trigger.schedule', { cron: '0 9 * * *', timezone: 'Mars/Olympus' }, ['timezone']],
  ['trigger.schedule', { cron: '0 9 * * *', timezone: '+02:00' }, ['timezone']],
  ['trigger.schedule', { everyMinutes: 0 }, ['everyMinutes']],
  ['trigger.schedule', { everyMinutes: 1.5 }, ['everyMinutes']],
  ['trigger.schedule', { everyMinutes: '' }, ['everyMinutes']],
  ['trigger.aiTool', { toolName: 'find_order', description: 'Finds an order.' }, []],
  ['trigger.aiTool', { toolName: 'a', description: 'b', parameters: { type: 'object', properties: {} } }, []],
  ['trigger.aiTool', { toolName: 'find order', description: 'x' }, ['toolName']],
  ['trigger.aiTool', { toolName: 'a', description: '' }, ['description']],
  ['trigger.aiTool', { toolName: 'a', description: 'b', parameters: { type: 'string' } }, ['parameters']],
  ['trigger.aiTool', {}, ['toolName', 'description']],
  ['trigger.crmEvent', { eventType: 'contact.created' }, []],
  ['trigger.crmEvent', { eventType: 'opportunity.created', pipelineId: 'p' }, []],
  ['trigger.crmEvent', { eventType: 'opportunity.stage_changed' }, []],
  ['trigger.crmEvent', { eventType: 'message.sent', conditions: [{ left: 'a', operator: 'eq', right: 'a' }] }, []],
  ['trigger.crmEvent', { eventType: 'opportunity.created' }, ['pipelineId']],
  ['trigger.crmEvent', { eventType: 'contact.created', pipelineId: 'p' }, ['pipelineId']],
  ['trigger.crmEvent', { eventType: 'contact.sneezed' }, ['eventType']],
  ['trigger.crmEvent', {}, ['eventType']],
  [
    'trigger.crmEvent',
    { eventType: 'message.sent', conditions: [{ left: 1, operator: '=' }] },
    ['conditions.0.operator'],
  ],
  ['trigger.voiceCall', {}, []],
  ['trigger.voiceCall', { voiceAgentId: 'v', event: 'completed' }, []],
  ['trigger.voiceCall', { event: 'sang' }, ['event']],
  ['trigger.executionFailed', {}, []],
  ['trigger.executionFailed', { flowId: 'f', nodeId: 'n', code: 'HTTP_STATUS' }, []],
  ['trigger.executionFailed', { code: 'RUN_TIMEOUT', conditions: [{ left: 'a', operator: 'eq', right: 'a' }] }, []],
  ['trigger.executionFailed', { flowId: '', nodeId: '', code: 'HTTP_STATE' }, ['flowId', 'nodeId', 'code']],
  ['trigger.poll', { request: { url: 'https://example.com/orders' }, everySeconds: '60', key: 'ref.no' }, []],
  [
    'trigger.poll',
    { request: { url: 'ftp://example.com' }, items: 'a b', everySeconds: 4 },
    ['request.url', 'items', 'everySeconds'],
  ],
  ['trigger.poll', {}, ['request']],
  ['trigger.feed', { url: 'feed' }, ['url']],
  ['trigger.form', { title: 'Form', fields: [{ name: 'a', label: 'A', type: 'select', options: ['x'] }] }, []],
  ['trigger.form', {}, ['title', 'fields']],
  [
    'trigger.form',
    { title: '', fields: [{ name: 'a', label: 'A', type: 'radio' }], accent: 'red', embedOrigins: ['here'] },
    ['title', 'accent', 'embedOrigins.0', 'fields.0.options'],
  ],
  [
    'trigger.pageChange',
    { url: 'https://example.com/', selector: '', everySeconds: 90_000 },
    ['selector', 'everySeconds'],
  ],
];

const triggers = [...catalogue.values()].filter(({ trigger }) => trigger !== undefined);
const minimal: Record<string, Record<string, unknown>> = {
  'trigger.schedule': { everyMinutes: 5 },
  'trigger.aiTool': { toolName: 'a', description: 'b' },
  'trigger.crmEvent': { eventType: 'contact.created' },
  'trigger.poll': { request: { url: 'https://example.com/orders' } },
  'trigger.form': { title: 'Form', fields: [{ name: 'a', label: 'A', type: 'text' }] },
  'trigger.feed': { url: 'https://example.com/feed.xml' },
  'trigger.pageChange': { url: 'https://example.com/' },
};

const ofService = (type: string) => (type.startsWith('app.') ? { ...nodeOf(type).example } : {});

describe('trigger nodes', () => {
  test.each(configs)('%s with %j rejects %j', (type, data, refused) => {
    expect(refusedFields(type, data)).toEqual(refused);
  });

  test.each(triggers.map(({ type }) => type))('%s outputs the trigger data', async (type) => {
    const triggerData = { hello: [1, 2] };
    const { outcome } = await runNode(type, minimal[type] ?? ofService(type), { triggerData });
    expect(outcome).toEqual({ kind: 'done', output: triggerData });
  });

  test('outputs null without trigger data', async () => {
    const { outcome } = await runNode('trigger.manual', {}, { triggerData: undefined });
    expect(outcome).toEqual({ kind: 'done', output: null });
  });

  test('cover the trigger types, each once but that of services', () => {
    expect([...new Set(triggers.map(({ trigger }) => trigger))]).toEqual([...triggerTypes]);
    expect(triggers.filter(({ trigger, category }) => category === 'trigger' || trigger === 'app')).toEqual(triggers);
  });
});

describe('CRM event types', () => {
  test('are twenty-five; one requires a pipeline, and those of opportunities accept one', () => {
    expect(crmEventNames).toHaveLength(25);
    expect(crmEventTypes.filter((one) => one.requiresPipeline).map(({ type }) => type)).toEqual([
      'opportunity.created',
    ]);
    const opportunities = crmEventTypes.filter(({ entity }) => entity === 'opportunity');
    expect(crmEventTypes.filter((one) => one.acceptsPipeline)).toEqual(opportunities);
  });
});

const times: [Parameters<typeof nextScheduledTime>[0], string, string | undefined][] = [
  [{ cron: '0 9 * * *' }, '2026-01-05T08:59:59.999Z', '2026-01-05T09:00:00.000Z'],
  [{ cron: '0 9 * * *' }, '2026-01-05T09:00:00.000Z', '2026-01-06T09:00:00.000Z'],
  [{ cron: '0 9 * * *', timezone: 'Europe/Madrid' }, '2026-01-05T00:00:00Z', '2026-01-05T08:00:00.000Z'],
  [{ cron: '0 9 * * *', timezone: 'Europe/Madrid' }, '2026-07-05T00:00:00Z', '2026-07-05T07:00:00.000Z'],
  [{ everyMinutes: 15 }, '2026-01-05T09:00:00Z', '2026-01-05T09:15:00.000Z'],
  [{ everyMinutes: 15 }, '2026-01-05T09:14:59Z', '2026-01-05T09:15:00.000Z'],
  [{}, '2026-01-05T09:00:00Z', undefined],
];

const customEvent = '`custom.` and a name of letters, digits, `.`, `_` and `-`';

test.each([
  ['wait.event', `${customEvent}, or \`execution.failed\``],
  ['trigger.crmEvent', `or ${customEvent}`],
])('an event type that does not exist is refused by %s with the one that was meant, or with all', (type, others) => {
  const problemOf = (eventType: string) =>
    nodeOf(type).fields.safeParse({ eventType }, { error: fieldProblem }).error?.issues;
  const meant = `must be a type of CRM event, ${others}. Did you mean "contact.created"?`;
  expect(problemOf('contact.craeted')).toEqual([expect.objectContaining({ path: ['eventType'], message: meant })]);
  const listed = `must be a type of CRM event (${crmEventNames.join(', ')}), ${others}`;
  expect(problemOf('a')).toEqual([expect.objectContaining({ path: ['eventType'], message: listed })]);
});

describe('next scheduled time', () => {
  test.each(times)('of %j after %s is %s', (config, after, expected) => {
    expect(nextScheduledTime(config, new Date(after))?.toISOString()).toBe(expected);
  });

  const next = (cron: string, timezone: string, after: string, count: number) => {
    const found: string[] = [];
    for (let at = new Date(after); found.length < count; ) {
      at = nextScheduledTime({ cron, timezone }, at) as Date;
      found.push(at.toISOString().slice(5, 16));
    }
    return found;
  };

  test('that daylight saving time skips is right after the change, also if the pattern lists several', () => {
    expect(next('15,45 2 * * *', 'America/New_York', '2026-03-07T12:00:00Z', 3)).toEqual([
      '03-08T07:00',
      '03-09T06:15',
      '03-09T06:45',
    ]);
    expect(next('0 2,3 * * *', 'Europe/Madrid', '2026-03-28T12:00:00Z', 2)).toEqual(['03-29T01:00', '03-30T00:00']);
  });

  test('in an hour that occurs twice is in the first, also if the pattern lists several', () => {
    expect(next('15,45 1 * * *', 'America/New_York', '2026-10-31T12:00:00Z', 3)).toEqual([
      '11-01T05:15',
      '11-01T05:45',
      '11-02T06:15',
    ]);
    expect(next('0 1-4 * * *', 'Europe/Madrid', '2026-10-24T12:00:00Z', 4)).toEqual([
      '10-24T23:00',
      '10-25T00:00',
      '10-25T02:00',
      '10-25T03:00',
    ]);
  });

  test('of a pattern with * or / in minutes or hours goes through both hours, and leaves out the skipped one', () => {
    expect(next('*/30 * * * *', 'Europe/Madrid', '2026-10-24T23:50:00Z', 5)).toEqual([
      '10-25T00:00',
      '10-25T00:30',
      '10-25T01:00',
      '10-25T01:30',
      '10-25T02:00',
    ]);
    expect(next('*/30 2 * * *', 'Europe/Madrid', '2026-03-28T12:00:00Z', 1)).toEqual(['03-30T00:00']);
  });
});
