import { execFileSync } from 'node:child_process';
import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { scaffoldNode } from '../../tools/create/scaffold-node.js';
import { scaffoldRecord } from '../../tools/create/scaffold-record.js';
import { scaffoldRule } from '../../tools/create/scaffold-rule.js';
import { writeScaffold } from '../../tools/create/write-scaffold.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';

/** That of the last migration before. */
const lastTime = '20991231235800';
const migration = 'migrations/20991231235900-create-loyalty-cards.ts';

/** A copy of the project, in which one of each is created. */
let project: TemporaryFolder;
let written: string[];
beforeAll(async () => {
  project = await temporaryFolder();
  for (const path of ['src', 'migrations', 'tests', 'tools', 'schema', 'biome.json', 'package.json', 'tsconfig.json']) {
    await cp(path, join(project.path, path), { recursive: true });
  }
  await symlink(resolve('node_modules'), join(project.path, 'node_modules'));
  const last = `migrations/${lastTime}-create-nothing.ts`;
  const nothing = await readFile('migrations/20261128140000-create-accounts.ts', 'utf8');
  await writeFile(join(project.path, last), nothing.replace('CreateAccounts', 'CreateNothing'));
  written = [
    ...writeScaffold(project.path, scaffoldNode(project.path, 'find-invoice', 'data')),
    ...writeScaffold(project.path, scaffoldRule('node-unlabelled', 'inform')),
    ...writeScaffold(project.path, scaffoldRecord(project.path, 'loyalty-card', { module: 'crm/definitions' })),
    ...writeScaffold(
      project.path,
      scaffoldRecord(project.path, 'quantity', {
        module: 'automation/models',
        plural: 'quantities',
        capability: 'flows',
      }),
    ),
  ];
});
afterAll(() => project.remove());

const read = (path: string) => readFile(join(project.path, path), 'utf8');

/** The lines that a file of the copy has beyond the original. */
async function added(path: string): Promise<string[]> {
  const before = new Set((await readFile(path, 'utf8')).split('\n'));
  return (await read(path)).split('\n').filter((line) => !before.has(line) && !line.includes(lastTime));
}

describe('what is created', () => {
  test('is a file, its test, and a line in each list', async () => {
    expect(new Set(written)).toEqual(
      new Set([
        'src/nodes/data/find-invoice.ts',
        'tests/nodes/find-invoice.test.ts',
        'src/nodes/index.ts',
        'src/engine/rules/node-unlabelled.ts',
        'tests/engine/rules/node-unlabelled.test.ts',
        'src/engine/rules/all-rules.ts',
        'tests/engine/rules/mutations.property.test.ts',
        'src/platform/access/capabilities.ts',
        'src/contexts/crm/definitions/loyalty-card.record.ts',
        migration,
        'tests/contexts/crm/definitions/loyalty-cards.test.ts',
        'src/contexts/crm/definitions/index.ts',
        'src/contexts/automation/models/quantity.record.ts',
        'src/contexts/automation/models/index.ts',
        'tests/contexts/automation/models/quantities.test.ts',
        'migrations/21000101000000-create-quantities.ts',
      ]),
    );
    expect(await added('src/nodes/index.ts')).toEqual([
      "import { findInvoiceNode } from './data/find-invoice.js';",
      '  findInvoiceNode,',
    ]);
    expect(await added('src/engine/rules/all-rules.ts')).toEqual([
      "import { nodeUnlabelled } from './node-unlabelled.js';",
      '  nodeUnlabelled,',
    ]);
    expect(await added('tests/engine/rules/mutations.property.test.ts')).toEqual([
      '  NODE_UNLABELLED: (draft, pick) => (stepOf(draft, pick).data.nodeUnlabelled = true),',
    ]);
    expect(await added('src/contexts/crm/definitions/index.ts')).toEqual([
      "import { loyaltyCards } from './loyalty-card.record.js';",
      '    loyaltyCards,',
    ]);
    expect(await added('src/contexts/automation/models/index.ts')).toEqual([
      "import { quantities } from './quantity.record.js';",
      '  records: [quantities],',
    ]);
    expect(await added('src/platform/access/capabilities.ts')).toEqual(["  loyaltyCards: 'loyalty cards',"]);
  });

  test('stands after the last node type of its category', async () => {
    expect(await read('src/nodes/index.ts')).toContain('  codeNode,\n  findInvoiceNode,\n  stateGetNode,\n');
  });

  test('is formatted, and has no lint', () => {
    execFileSync(resolve('node_modules/.bin/biome'), ['check', '--error-on-warnings', ...written], {
      cwd: project.path,
      stdio: 'pipe',
    });
  });

  test('compiles', async () => {
    const config = { extends: './tsconfig.json', files: written, include: [], compilerOptions: { noEmit: true } };
    await writeFile(join(project.path, 'tsconfig.created.json'), JSON.stringify(config));
    execFileSync(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '-p', 'tsconfig.created.json'], {
      cwd: project.path,
      encoding: 'utf8',
      // As `npm run types` does: collecting garbage is a third of its work.
      env: { ...process.env, GOGC: '400' },
    });
  }, 60_000);
});

describe('nothing is created', () => {
  test.each(['LoyaltyCard', 'loyalty_card', '-card', 'card-', '2-cards', '', 'a'.repeat(41)])(
    'with the name %j',
    (name) => {
      const message = 'The name must be in kebab case';
      expect(() => scaffoldNode(project.path, name, 'data')).toThrow(message);
      expect(() => scaffoldRule(name, 'warn')).toThrow(message);
      expect(() => scaffoldRecord(project.path, name, { module: 'crm/definitions' })).toThrow(message);
    },
  );

  test('over a file that exists', async () => {
    const before = await read('src/engine/rules/all-rules.ts');
    const again = scaffoldRule('node-disabled', 'warn');
    expect(() => writeScaffold(project.path, again)).toThrow('src/engine/rules/node-disabled.ts already exists.');
    expect(await read('src/engine/rules/all-rules.ts')).toBe(before);
  });

  test('beside a node type or a table of its name', () => {
    expect(() => scaffoldNode(project.path, 'set', 'logic')).toThrow('setNode already exists.');
    const module = 'automation/models';
    expect(() => scaffoldRecord(project.path, 'contact', { module })).toThrow('The table contacts already exists.');
  });

  test('with capabilities that are no family', () => {
    const options = { module: 'crm/definitions', capability: 'contacts:read' };
    expect(() => scaffoldRecord(project.path, 'deal', options)).toThrow('must be a family of capabilities');
  });

  test('in a module that does not exist', () => {
    for (const module of ['crm/deals', 'crm', '../crm/definitions']) {
      expect(() => scaffoldRecord(project.path, 'deal', { module })).toThrow(`There is no module ${module}`);
    }
  });
});
