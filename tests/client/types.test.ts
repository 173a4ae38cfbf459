import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';

/* Programs against the client, compiled as those of its users: what does not compile is a mistake that nobody has to run. */

const start = `{ id: 'start', type: 'trigger.manual' }`;
const request = `{ id: 'call', type: 'http.request', data: { method: 'GET', url: 'https://example.com' } }`;
const flow = (nodes: string, edges = '') =>
  `client.createFlow({ body: { name: 'F', nodes: [${nodes}], edges: [${edges}] } })`;

const valid: [string, string][] = [
  ['nodes of the catalogue', flow(`${start}, ${request}`, `{ id: 'e', source: 'start', target: 'call' }`)],
  ['expressions where another type is expected', flow(`{ id: 'd', type: 'logic.delay', data: { minutes: '{{x}}' } }`)],
  ['data that is not complete yet', flow(`{ id: 'c', type: 'http.request', data: {} }`)],
  ['keys of editors', flow(`{ ...${start}, width: 200 }`, `{ id: 'e', source: 'a', target: 'b', animated: true }`)],
  ['pinned data and a position', flow(`{ ...${request}, position: { x: 1, y: 2 }, pinnedData: [1] }`)],
  ['types of connections', flow(`{ id: 'a', type: 'app.sheets.append' }`)],
  ['types of imports', flow(`{ id: 'a', type: 'import.unknown', data: { any: 1 } }`)],
  ['handles', flow(start, `{ id: 'e', source: 'a', target: 'b', sourceHandle: 'true', targetHandle: null }`)],
  [
    'what was read, sent back',
    `client.getFlow({ flowId: '' }).then(({ nodes, edges }) => client.updateFlow({ flowId: '', body: { nodes, edges } }))`,
  ],
  ['nodes by their exported type', `const node: Schemas.FlowNode = ${request}; ${flow('node')}`],
  [
    'the configuration of a trigger',
    `client.createFlow({ body: { name: 'F', settings: { triggerConfig: { cron: '0 9 * * *', timezone: 'UTC' } } } })`,
  ],
];

const invalid: [string, string][] = [
  ['a key that is misspelt', flow(`{ id: 'a', typ: 'http.request' }`)],
  ['no type', flow(`{ id: 'a' }`)],
  ['no ID', flow(`{ type: 'http.request' }`)],
  ['a type that is misspelt', flow(`{ id: 'a', type: 'http.requst' }`)],
  ['a type of any text', `const type: string = 'http.request'; ${flow(`{ id: 'a', type }`)}`],
  ['an ID that is a number', flow(`{ id: 1, type: 'http.request' }`)],
  ['data that is no object', flow(`{ id: 'a', type: 'http.request', data: 'x' }`)],
  ['a position of texts', flow(`{ ...${start}, position: { x: '1', y: '2' } }`)],
  ['an edge with a wrong key', flow(start, `{ id: 'e', form: 'a', target: 'b' }`)],
  ['an edge without an ID', flow(start, `{ source: 'a', target: 'b' }`)],
  ['an edge to a number', flow(start, `{ id: 'e', source: 'a', target: 1 }`)],
  [
    'a misspelt type in a draft',
    `client.saveFlowDraft({ flowId: '', body: { nodes: [{ id: 'a', type: 'logic.iff' }] } })`,
  ],
  ['a misspelt type to validate', `client.validateFlowContent({ body: { nodes: [{ id: 'a', type: 'logic.iff' }] } })`],
  [
    'a key that no trigger has',
    `client.createFlow({ body: { name: 'F', settings: { triggerConfig: { crn: '0 9 * * *' } } } })`,
  ],
];

let folder: TemporaryFolder;
let errors: Map<string, string>;

/** Compiles all programs at once. @returns the errors by file */
async function compile(programs: readonly string[]): Promise<Map<string, string>> {
  await Promise.all(programs.map((text, at) => writeFile(join(folder.path, `p${at}.ts`), source(text))));
  const config = { extends: resolve('src/client/tsconfig.json'), compilerOptions, include: ['*.ts'] };
  await writeFile(join(folder.path, 'tsconfig.json'), JSON.stringify(config));
  await writeFile(join(folder.path, 'package.json'), '{"type":"module"}');
  const output = await new Promise<string>((done) =>
    execFile(
      process.execPath,
      [resolve('node_modules/typescript/bin/tsc'), '-p', folder.path, '--pretty', 'false'],
      (_, out) => done(out),
    ),
  );
  const others = output.split('\n').filter((line) => line.includes('error TS') && !/p\d+\.ts\(/.test(line));
  if (others.length > 0) throw new Error(others.join('\n'));
  const lines = [...output.matchAll(/(?:^|\/)(p\d+)\.ts\(\d+,\d+\): error (TS\d+: .*)$/gm)];
  return new Map(lines.map(([, file = '', error = '']) => [file, error]));
}

const compilerOptions = {
  noEmit: true,
  emitDeclarationOnly: false,
  rootDir: '/',
  declaration: false,
  noUnusedLocals: false,
};

const source = (text: string) => `import { createClient, type Schemas } from '${resolve('src/client/index.js')}';
const client = createClient({ baseUrl: 'http://localhost' });
export type Used = Schemas.FlowNode;
${text};
`;

beforeAll(async () => {
  folder = await temporaryFolder();
  errors = await compile([...valid, ...invalid].map(([, text]) => text));
});
afterAll(() => folder.remove());

describe('a program of the client compiles with', () => {
  test.each(valid.map(([about], at): [string, number] => [about, at]))('%s', (_, at) => {
    expect(errors.get(`p${at}`)).toBeUndefined();
  });
});

describe('a program of the client does not compile with', () => {
  test.each(invalid.map(([about], at): [string, number] => [about, valid.length + at]))('%s', (_, at) => {
    expect(errors.get(`p${at}`)).toMatch(/^TS(2322|2353|2561|2741|2820)/);
  });
});
