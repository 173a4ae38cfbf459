import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { listMigrations, migrationsIn } from '../database/list-migrations.ts';
import type { Contract } from './contract.ts';
import { printClient } from './print-client.ts';

/** What typed documents are generated from. */
const inputs = [
  'codegen.yml',
  'schema/{openapi.json,schema.graphql}',
  'src/**/*.graphql',
  'src/**/*.record.ts',
  'src/platform/records/*.ts',
  'src/client/documents.ts',
  'src/dashboard/**/*.{ts,tsx}',
  'tools/codegen/*.ts',
];
const stamp = 'dist/.generated';
const outputs = [
  'src/rest/generated/operations.ts',
  'src/client/generated/routes.ts',
  'src/dashboard/generated/graphql.ts',
];

/**
 * Writes the sources that are generated and not kept in git: the list of migrations, and from `schema/` the typed operations of
 * routes and dashboard, and the generated part of the client. The build calls it with the records compiled to dist/src.
 * @throws Error for an operation that does not match `schema/schema.graphql`; what is wrong is printed
 */
export async function generate(): Promise<void> {
  writeChanged('migrations/index.ts', listMigrations(migrationsIn('migrations')));
  const current = fingerprint();
  if (outputs.every((path) => existsSync(path)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === current) return;
  for (const folder of ['src/client/generated', 'src/rest/generated']) mkdirSync(folder, { recursive: true });
  writeChanged('src/rest/generated/records.graphql', await printRecordOperations());
  const contract = JSON.parse(readFileSync('schema/openapi.json', 'utf8')) as Contract;
  for (const [name, text] of Object.entries(printClient(contract))) writeChanged(`src/client/generated/${name}`, text);
  const codegen = [
    '--no-warnings',
    'node_modules/@graphql-codegen/cli/esm/bin.js',
    '--config',
    'codegen.yml',
    '--silent',
  ];
  execFileSync(process.execPath, codegen, { stdio: 'inherit' });
  writeFileSync(stamp, current);
}

/** The operations that the REST routes of records run, from their definitions. */
async function printRecordOperations(): Promise<string> {
  const load = (path: string) => import(pathToFileURL(resolve('dist/src', path)).href);
  const { records } = await load('app/collect-modules.js');
  const { recordOperations } = await load('platform/records/index.js');
  return `${records.map(recordOperations).join('\n\n')}\n`;
}

function fingerprint(): string {
  const hash = createHash('sha256');
  for (const path of globSync(inputs, { exclude: (at) => at.endsWith('generated') }).sort())
    hash.update(`${path}\0`).update(readFileSync(path)).update('\0');
  return hash.digest('hex');
}

function writeChanged(path: string, text: string): void {
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text);
}
