// Writes what is generated: `npm run codegen`, or parts of it by their names: `npm run codegen -- docs database`.
import { spawnSync } from 'node:child_process';

const fromSources = ['--import', './tools/typescript.ts'];
const build = ['tools/build/build.ts'];
// In a process of its own: the document describes the node that calls these operations.
const operations = [...fromSources, 'tools/codegen/print-operations.ts'];
const openapi = [...fromSources, 'tools/codegen/print-openapi.ts'];
const recordExamples = ['--max-semi-space-size=64', 'node_modules/jest/bin/jest.js', 'tests/contract/examples.test.ts'];

/** In the order in which one needs the other. */
const parts: Record<string, string[][]> = {
  // migrations/index.ts, schema/database.sql, migrations/SHA256SUMS
  database: [['tools/database/list-migrations.ts'], [...fromSources, 'tools/database/print-database.ts']],
  // schema/schema.graphql. The build generates the typed operations from it.
  schema: [[...fromSources, 'tools/codegen/print-schema.ts'], build],
  // schema/flow-operations.json, from which schema/openapi.json and schema/documents.json follow. The build generates the client.
  openapi: [operations, openapi, build],
  // schema/response-examples.json, schema/graphql-examples.json: the answers of a server to the examples of the document
  examples: [recordExamples, openapi, build],
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
  const chosen = Object.entries(parts).filter(([name]) => names.length === 0 || names.includes(name));
  for (const args of chosen.flatMap(([, commands]) => commands)) {
    const env = { ...process.env, UPDATE_GOLDENS: '1' };
    const { status } = spawnSync(process.execPath, ['--no-warnings', ...args], { stdio: 'inherit', env });
    if (status !== 0) return status ?? 1;
  }
  return 0;
}

process.exitCode = main(process.argv.slice(2));
