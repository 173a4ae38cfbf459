import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { capabilities } from '../../src/platform/access/capabilities.js';
import { migrationsIn } from '../database/list-migrations.js';
import { namesOf } from './names.js';
import { type CreatedRecord, recordMigration, recordTest, recordText } from './record-texts.js';
import { addImport, addToList, type Scaffold } from './write-scaffold.js';

export interface RecordOptions {
  /** `crm/definitions` */
  module: string;
  plural?: string;
  /** `contacts` */
  capability?: string;
}

/**
 * A kind of records with a name, its table and its line in the manifest of its module.
 * @throws Error for a module that does not exist, a table that does, and a malformed capability
 */
export function scaffoldRecord(root: string, name: string, options: RecordOptions): Scaffold {
  const { module } = options;
  const manifest = `src/contexts/${module}/index.ts`;
  if (!/^[a-z-]+\/[a-z-]+$/.test(module) || !existsSync(join(root, manifest))) {
    throw new Error(`There is no module ${module}: ${manifest} was not found. CONTRIBUTING.md says how to add one.`);
  }
  const many = namesOf(options.plural ?? `${name}s`);
  const record = { one: namesOf(name), many, module, capability: options.capability ?? many.camel };
  if (!/^[a-z][A-Za-z0-9]*$/.test(record.capability)) {
    throw new Error(`--capability must be a family of capabilities, for example contacts; not ${record.capability}.`);
  }
  const schema = readFileSync(join(root, 'schema/database.sql'), 'utf8');
  if (schema.includes(`create table ${many.snake} (`)) {
    throw new Error(`The table ${many.snake} already exists. Choose another name or --plural.`);
  }
  const path = `src/contexts/${module}/${name}.record.ts`;
  const test = `tests/contexts/${module}/${many.kebab}.test.ts`;
  const migrations = migrationsIn(join(root, 'migrations'));
  const migration = `${timeAfter(migrations.at(-1) ?? '')}-create-${many.kebab}`;
  return {
    files: {
      [path]: recordText(record),
      [`migrations/${migration}.ts`]: recordMigration(record),
      [test]: recordTest(record),
    },
    edits: {
      [manifest]: (text) => addToManifest(text, record),
      ...(!isFamily(record.capability) && {
        'src/platform/access/capabilities.ts': (text) =>
          addToList(text, 'const families = {', `${record.capability}: '${record.many.kebab.replaceAll('-', ' ')}'`),
      }),
    },
    next: [
      `edit the fields in ${path}, the columns in migrations/${migration}.ts, and the test`,
      'npm run codegen',
      `npm test -- ${test} tests/goldens.test.ts tests/migrations.test.ts tests/platform/mapping`,
    ],
  };
}

function isFamily(name: string): boolean {
  return (capabilities as readonly string[]).includes(`${name}:write`);
}

function addToManifest(text: string, { one, many }: CreatedRecord): string {
  const listed = text.includes('records: [')
    ? addToList(text, 'records: [', many.camel)
    : text.replace(/defineModule\(\{\n {2}name: .*\n/, (head) => `${head}  records: [${many.camel}],\n`);
  return addImport(listed, many.camel, `./${one.kebab}.record.js`);
}

/** Now, or a minute after the last migration where that one is later: they run in the order of their names. */
function timeAfter(last: string): string {
  const [, year = 0, month = 1, ...rest] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)/.exec(last)?.map(Number) ?? [];
  const next = new Date(Math.max(Date.now(), Date.UTC(year, month - 1, ...rest) + 60_000));
  return next.toISOString().replace(/\D/g, '').slice(0, 14);
}
