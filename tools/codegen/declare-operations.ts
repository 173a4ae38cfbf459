import { appendFileSync, existsSync, globSync, readFileSync } from 'node:fs';

// Node runs this file as it stands, before the sources load: routes import the documents of operations, the documents are
// generated from the schema, and the schema is printed by sources that contain the routes.

const generated = 'src/rest/generated/operations.ts';

/** Declares the operations that have no document yet. Codegen writes their documents once the schema is printed. */
const known = existsSync(generated) ? readFileSync(generated, 'utf8') : '';
const names = globSync('src/**/*.graphql').flatMap((path) =>
  [...readFileSync(path, 'utf8').matchAll(/^(?:query|mutation) (\w+)/gm)].map(([, name = '']) => name),
);
const missing = names.filter((name) => !known.includes(`export const ${name}Document =`));
if (missing.length > 0)
  appendFileSync(generated, missing.map((name) => `export const ${name}Document = null as never;\n`).join(''));
