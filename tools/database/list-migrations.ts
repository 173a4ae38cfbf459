import { readdirSync, writeFileSync } from 'node:fs';

/** The migrations in a folder, oldest first, as `20261128140000-create-accounts`. */
export function migrationsIn(folder: string): string[] {
  const files = readdirSync(folder).filter((name) => /^\d{14}-.*\.ts$/.test(name));
  return files.map((name) => name.slice(0, -'.ts'.length)).sort();
}

/** The text of `migrations/index.ts`. A class is named after its file: `CreateAccounts`. */
export function listMigrations(names: readonly string[]): string {
  const classes = names.map((name) => ({ name, migration: classOf(name) }));
  return `// Written by \`npm run codegen\`: every migration in this folder.
${classes.map(({ name, migration }) => `import { ${migration} } from './${name}.js';`).join('\n')}

/** Every migration, oldest first. Forward only; a landed one is never changed. */
export const migrations = [
${classes.map(({ name, migration }) => `  { name: '${name}', class: ${migration} },`).join('\n')}
];
`;
}

function classOf(name: string): string {
  const words = name.split('-').slice(1);
  return words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join('');
}

if (import.meta.main) writeFileSync('migrations/index.ts', listMigrations(migrationsIn('migrations')));
