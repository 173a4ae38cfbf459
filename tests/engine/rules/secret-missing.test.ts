import { describe, expect, test } from '@jest/globals';
import { validateFlow } from '../../../src/engine/index.js';
import { catalogue } from '../../../src/nodes/index.js';
import { graph, node } from '../../support/graphs.js';

const content = graph(
  [
    node('start', 'trigger.webhook', { auth: { type: 'hmac', secretName: 'signing' } }),
    node('call', 'http.request', {
      method: 'GET',
      url: 'https://example.com',
      headers: { a: '{{boveda.key}} in {{globalVars.region}}' },
    }),
  ],
  'start>call',
);

const found = (records: { secrets?: string[]; globalVars?: string[] }) =>
  validateFlow({ graph: content, catalogue, ...records }).issues.map(
    ({ ruleId, nodeId, field }) => `${ruleId} ${nodeId} ${field}`,
  );

describe('SECRET_MISSING', () => {
  test('finds secrets and global variables that do not exist, including the key of a webhook signature', () => {
    expect(found({}).sort()).toEqual([
      'GLOBAL_VAR_MISSING call headers.a',
      'SECRET_MISSING call headers.a',
      'SECRET_MISSING start auth.secretName',
    ]);
  });

  test('accepts those that exist', () => {
    expect(found({ secrets: ['key', 'signing'], globalVars: ['region'] })).toEqual([]);
  });
});
