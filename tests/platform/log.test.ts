import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
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
  log
    .child({ key: 'hunter2', user: { token: 'hunter2' } })
    .child({ secret: 'hunter2' })
    .info('from a child');
  log.info({ items: [{ password: 'hunter2' }], at: { toJSON: () => ({ cookie: 'hunter2' }) } });
  log.error({ err: Object.assign(new Error('broken'), { details: { password: 'hunter2' } }) });
  expect(lines.join()).not.toContain('hunter2');
  expect(lines[0]).toContain('visible');
});

test('changes nothing of what it is given', () => {
  const given = { user: { token: 'hunter2' } };
  createLog({ level: 'info', destination: recorder().destination }).info(given);
  expect(given.user.token).toBe('hunter2');
});

test('every line is written before a process ends that exits at once', async () => {
  const script = `import { createLog } from ${JSON.stringify(pathToFileURL('dist/src/platform/log.js').href)};
    const log = createLog({ level: 'info', role: 'worker' });
    for (let n = 0; n < 3000; n++) log.info({ n }, 'a line');
    process.exit(0);`;
  const child = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { maxBuffer: 2 ** 24 });
  const lines = (await child).stdout.trim().split('\n');
  expect(lines).toHaveLength(3000);
  expect(JSON.parse(lines.at(-1) as string)).toMatchObject({ n: 2999, role: 'worker', pid: expect.any(Number) });
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

describe('errors', () => {
  /** What the log tells of an error, as JSON and on a terminal. */
  function reported(error: unknown): { json: string; terminal: string } {
    const [json, terminal] = [false, true].map((pretty) => {
      const { lines, destination } = recorder();
      createLog({ level: 'info', pretty, destination }).error({ err: error }, 'Failed');
      return lines.join('');
    });
    return { json: json ?? '', terminal: terminal ?? '' };
  }

  test('are told with every cause, however deep, under whichever name a library keeps it', () => {
    const first = Object.assign(new Error('first'), { code: 'ECONNRESET' });
    const second = Object.assign(new Error('second'), { previous: first });
    const third = Object.assign(new Error('third'), { originalError: second });
    const { json, terminal } = reported(new Error('fourth', { cause: third }));
    for (const text of [json, terminal]) {
      for (const part of ['fourth', 'third', 'second', 'first', 'ECONNRESET']) expect(text).toContain(part);
    }
    expect(terminal).toMatch(/Error: fourth\n +at .*caused by: Error: third\n +at .*caused by: Error: second/s);
    expect(JSON.parse(json).err.cause.cause.cause.code).toBe('ECONNRESET');
  });

  test('of several attempts are all told, as those of a host with two addresses', () => {
    const attempts = ['::1', '127.0.0.1'].map((address) =>
      Object.assign(new Error(`connect ECONNREFUSED ${address}`), { code: 'ECONNREFUSED', address }),
    );
    const { json, terminal } = reported(new Error('no connection', { cause: new AggregateError(attempts) }));
    for (const text of [json, terminal]) {
      expect(text).toContain('ECONNREFUSED ::1');
      expect(text).toContain('ECONNREFUSED 127.0.0.1');
    }
    expect(terminal).toMatch(/caused by: AggregateError.*one of: Error: connect ECONNREFUSED ::1\n/s);
  });

  test.each([
    ['Key (email)=(ada@example.com) already exists.', 'Key (email)=(…) already exists.'],
    ['Key (a, b)=(ada@example.com, (1)) is not present in table "t".', 'Key (a, b)=(…) is not present in table "t".'],
    ['Failing row contains (1, ada@example.com, (x)).', 'Failing row contains (…).'],
  ])('of Postgres name what was broken without the values: %s', (detail, shown) => {
    const error = Object.assign(new Error('duplicate key'), {
      code: '23505',
      constraint: 'people_email',
      table: 'people',
      detail,
      parameters: ['ada@example.com'],
    });
    const { json, terminal } = reported(error);
    for (const text of [json, terminal]) expect(text).not.toContain('ada@example.com');
    expect(JSON.parse(json).err).toMatchObject({
      code: '23505',
      details: { constraint: 'people_email', table: 'people', detail: shown },
    });
    expect(terminal).toContain(`constraint: people_email, detail: ${shown}`);
  });

  test('of Postgres about a value leave its quotation out', () => {
    const { json } = reported(
      Object.assign(new Error('invalid input syntax for type json'), {
        code: '22P02',
        detail: 'Token "hunter2" is invalid.',
      }),
    );
    expect(json).not.toContain('hunter2');
  });

  test('that are no errors, go round in a circle or never end are told as far as it makes sense', () => {
    const circle: { message: string; cause?: unknown } = { message: 'round' };
    circle.cause = circle;
    expect(reported(circle).terminal.match(/round/g)?.length).toBeLessThan(20);
    expect(reported('a text').terminal).toContain('a text');
    expect(reported(null).terminal).toMatch(/Failed\n.*null/);
    expect(reported({ a: 1 }).terminal).toMatch(/Failed\n.*Object/);
  });
});

test('stacks name lines of the sources, not those of the build', async () => {
  const url = pathToFileURL('dist/src/require-node.js').href;
  const text = await readFile('dist/src/require-node.js', 'utf8');
  const before = text.split('function requireNode(')[0] ?? '';
  const column = before.length - before.lastIndexOf('\n');
  const error = new Error('Failed');
  const elsewhere = 'at run (file:///nowhere/run.js:1:2)';
  error.stack = `Error: Failed\n    at requireNode (${url}:${before.split('\n').length}:${column})\n    ${elsewhere}`;

  const { lines, destination } = recorder();
  createLog({ level: 'info', destination }).error({ err: error }, 'Failed');
  const sources = await readFile('src/require-node.ts', 'utf8');
  const line = sources.split('export function requireNode')[0]?.split('\n').length;
  const { stack } = JSON.parse(lines[0] ?? '').err;
  expect(stack).toContain(`(${pathToFileURL('src/require-node.ts').href}:${line}:`);
  expect(stack).toContain(elsewhere);
});
