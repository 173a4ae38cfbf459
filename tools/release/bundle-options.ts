import { readFileSync } from 'node:fs';
import type { BuildOptions } from 'esbuild';

const { compiledPackages } = JSON.parse(readFileSync('package.json', 'utf8')) as { compiledPackages: string[] };

/** What packages require only if it is installed. */
const optional = ['better-sqlite3', 'mariadb', 'pg-native', 'supports-color'];

/** Packages written for `require` find it, and their folder, in a module. */
const banner = `import { createRequire as bundledRequire } from 'node:module';
const require = bundledRequire(import.meta.url), __filename = import.meta.filename, __dirname = import.meta.dirname;`;

/** How the compiled server is bundled with every package but those that no bundle can contain. */
export const bundleOptions: BuildOptions = {
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  external: [...compiledPackages, ...optional],
  // class-validator requires it: without this, the bundle had Google's plans of all countries twice.
  alias: { 'libphonenumber-js/max': './node_modules/libphonenumber-js/max/index.cjs' },
  banner: { js: banner },
  inject: ['reflect-metadata'],
  // Classes are named in the schema, and two of one name would be renamed.
  keepNames: true,
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  sourcemap: true,
  sourcesContent: false,
  metafile: true,
  logLevel: 'warning',
};
