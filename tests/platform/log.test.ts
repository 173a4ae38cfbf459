import { expect, test } from '@jest/globals';
import { createLog } from '../../src/platform/log.js';

function recorder() {
  const lines: string[] = [];
  return { lines, destination: { write: (line: string) => void lines.push(line) } };
}

test('writes one JSON object a line with time, level and facts', () => {
  const { lines, destination } = recorder();
  createLog({ level: 'info', destination }).info({ executionId: 'e1' }, 'Run started');
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-.*Z$/),
    executionId: 'e1',
    msg: 'Run started',
  });
});

test('censors credentials wherever they stand', () => {
  const { lines, destination } = recorder();
  const log = createLog({ level: 'info', destination });
  log.info({
    password: 'hunter2',
    user: { token: 'hunter2', name: 'visible' },
    req: { headers: { authorization: 'hunter2', cookie: 'hunter2', 'set-cookie': 'hunter2' } },
    a: { b: { c: { apiKey: 'hunter2', secret: 'hunter2' } } },
  });
  log.child({ key: 'hunter2' }).info('from a child');
  expect(lines.join()).not.toContain('hunter2');
  expect(lines[0]).toContain('visible');
});

test('leaves out what is below its level', () => {
  const { lines, destination } = recorder();
  createLog({ level: 'warn', destination }).info('quiet');
  expect(lines).toEqual([]);
});

test('a terminal gets one readable line, and the stack of an error below it', () => {
  const { lines, destination } = recorder();
  const log = createLog({ level: 'info', pretty: true, destination });
  log.info({ port: 4000, reason: 'two words', token: 'hunter2' }, 'Listening');
  log.error({ err: new Error('broken') }, 'Failed');
  expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d INFO {2}Listening port=4000 reason="two words" token=\[redacted\]\n$/);
  expect(lines[1]).toMatch(/^\d\d:\d\d:\d\d ERROR Failed\nError: broken\n +at /);
});
