// Writes what is generated: `npm run codegen`, or parts of it by their names: `npm run codegen -- docs database`.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';

const fromSources = ['--import', './tools/typescript.js'];

/** In the order in which one needs the other. Programs that stand alone come without the sources, which may not load yet. */
const parts: Record<string, string[][]> = {
  // migrations/index.ts, schema/database.sql, migrations/SHA256SUMS
  database: [['tools/database/list-migrations.ts'], [...fromSources, 'tools/database/print-database.ts']],
  // schema/schema.graphql, and the operations of the routes, typed
  schema: [
    ['tools/codegen/declare-operations.ts'],
    [...fromSources, 'tools/codegen/print-schema.ts'],
    ['node_modules/@graphql-codegen/cli/esm/bin.js', '--config', 'codegen.yml', '--silent'],
  ],
  // schema/openapi.json, schema/documents.json, and the generated part of the client
  openapi: [[...fromSources, 'tools/codegen/print-openapi.ts'], ['tools/codegen/print-client.ts']],
  // the generated pages of docs/
  docs: [[...fromSources, 'tools/docs/print-docs.ts']],
  // NOTICE
  notice: [['tools/release/print-notice.ts']],
};

function main(names: readonly string[]): number {
  const unknown = names.filter((name) => !Object.hasOwn(parts, name));
  if (unknown.length > 0) {
    process.stderr.write(`There is no part ${unknown.join(', ')}. The parts are ${Object.keys(parts).join(', ')}.\n`);
    return 2;
  }
  for (const folder of ['schema', 'src/rest/generated', 'src/client/generated']) mkdirSync(folder, { recursive: true });
  const chosen = Object.entries(parts).filter(([name]) => names.length === 0 || names.includes(name));
  for (const args of chosen.flatMap(([, commands]) => commands)) {
    const { status } = spawnSync(process.execPath, ['--no-warnings', ...args], { stdio: 'inherit' });
    if (status !== 0) return status ?? 1;
  }
  return 0;
}

process.exitCode = main(process.argv.slice(2));
