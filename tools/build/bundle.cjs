// Bundles the compiled server with its packages: it starts in two thirds of the time, and is installed without them.
const { readFileSync, readdirSync, writeFileSync } = require('node:fs');
const { readFile } = require('node:fs/promises');
const { basename, join } = require('node:path');
const { decode, encode } = require('@jridgewell/sourcemap-codec');
const { build } = require('esbuild');

/** What Node is started with, by path, so that each lies beside the code that starts it. */
const programs = [
  'main',
  'cli/main',
  'app/suspects/suspect.process',
  'contexts/engagement/company-contexts/site/page-worker',
];
/** Processes and threads that may read no other file. */
const alone = ['platform/code/sandbox-process', 'platform/json/json-thread'];

/** What packages require only if it is installed. */
const optional = ['better-sqlite3', 'mariadb', 'pg-native', 'supports-color'];

/** Packages written for `require` find it, and their folder, in a module. */
const banner = `import { createRequire as bundledRequire } from 'node:module';
const require = bundledRequire(import.meta.url), __filename = import.meta.filename, __dirname = import.meta.dirname;`;

/**
 * Writes dist/server from dist/src, with every package but `compiledPackages`, and their licences.
 * @param dashboard what esbuild reported of it, for the licences
 */
exports.bundle = async (dashboard) => {
  const results = await buildPrograms({ outdir: 'dist/server', sourcemap: true }, entries(programs));
  for (const name of readdirSync('dist/server')) if (name.endsWith('.map')) keepLines(join('dist/server', name));
  checkClassNames();
  const packages = packagesIn([...results.map(({ metafile }) => metafile), dashboard]);
  writeFileSync('dist/server/LICENSES.txt', licencesOf(packages));
};

/** Writes dist/crash: the processes that crash tests kill. They start in a quarter of the time, too. */
exports.bundleCrashTests = () =>
  buildPrograms({ outdir: 'dist/crash' }, { worker: 'tests/crash/worker.js', suspect: 'tests/crash/suspect.js' });

function buildPrograms(where, entryPoints) {
  const { compiledPackages } = JSON.parse(readFileSync('package.json', 'utf8'));
  const options = {
    ...where,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    external: [...compiledPackages, ...optional],
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'none',
    sourcesContent: false,
    metafile: true,
    logLevel: 'warning',
    banner: { js: banner },
    plugins: [shareNamespaces, followRequire, escapePatterns],
  };
  return Promise.all([
    build({ ...options, entryPoints, splitting: true, inject: ['reflect-metadata'] }),
    build({ ...options, entryPoints: entries(alone) }),
  ]);
}

/**
 * The schema and the mapping of tables go by the names of decorated classes. esbuild could keep every name, but then sets it
 * again whenever a closure is created, which costs a request a quarter of its processor time.
 * @throws Error when a decorated class was renamed, because a package has a class of the same name
 */
function checkClassNames() {
  const decorated = namesIn('dist/src', /(?<=^\], )\w+(?=\.prototype,|\);)/gm);
  const bundled = namesIn('dist/server', /(?<=\bclass )\w+|\w+(?==class\b)/g);
  const renamed = [...decorated].filter((name) => !bundled.has(name));
  if (renamed.length > 0)
    throw new Error(`Packages have classes of the same names, choose others: ${renamed.join(', ')}`);
}

function namesIn(folder, pattern) {
  const files = readdirSync(folder, { recursive: true }).filter((path) => path.endsWith('.js'));
  const texts = files.map((path) => readFileSync(join(folder, path), 'utf8'));
  return new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([name]) => name)));
}

function entries(paths) {
  const named = paths.map((path) => [path === 'cli/main' ? 'cli' : basename(path), `dist/src/${path}.js`]);
  return Object.fromEntries(named);
}

/** esbuild follows a `require` only where nothing of that name is declared. */
const followRequire = {
  name: 'follow-require',
  setup({ onLoad }) {
    onLoad({ filter: /\/dist\/src\/.*phone-number\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace('const require = createRequire(import.meta.url);', ''),
    }));
  },
};

/**
 * Packages that are written for `require` and imported by many modules. esbuild would give every importer an object of its own
 * with a getter for each export: 26,000 closures, and a call at each use.
 */
const shared = ['class-validator', 'dataloader', 'graphql', 'reflect-metadata'];

const shareNamespaces = {
  name: 'share-namespaces',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: new RegExp(`^(${shared.join('|')})$`) }, ({ path, kind }) =>
      kind === 'require-call' ? undefined : { path, namespace: 'shared' },
    );
    onLoad({ filter: /./, namespace: 'shared' }, ({ path }) => {
      const names = Object.keys(require(path)).filter((name) => name !== 'default');
      const contents = `const exported = require('${path}'); export default exported; export const { ${names.join(', ')} } = exported;`;
      return { contents, resolveDir: process.cwd() };
    });
  },
};

/**
 * Escapes what is not ASCII. V8 needs two bytes for each character of a file in which one is not Latin, and esbuild
 * escapes texts, but not patterns.
 */
const escapePatterns = {
  name: 'escape-patterns',
  setup({ onLoad }) {
    onLoad({ filter: /\.[cm]?js$/ }, async ({ path }) => {
      const text = (await readFile(path, 'utf8')).replace(/^\uFEFF/, '');
      if (!/[^\0-\x7f]/.test(text)) return undefined;
      return {
        contents: text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
      };
    });
  },
};

/** Keeps one position for each line of our sources: the server reads a map when it logs an error. */
function keepLines(path) {
  const map = JSON.parse(readFileSync(path, 'utf8'));
  const isOurs = map.sources.map((source) => !source.includes('node_modules/'));
  const mappings = decode(map.mappings).map((segments) =>
    segments
      .map(([column, ...origin]) => (isOurs[origin[0]] ? [column, ...origin.slice(0, 3)] : [column]))
      .filter(([, source, line], at, all) => source !== all[at - 1]?.[1] || line !== all[at - 1]?.[2]),
  );
  writeFileSync(path, JSON.stringify({ ...map, names: [], mappings: encode(mappings) }));
}

function packagesIn(metafiles) {
  const outputs = metafiles.flatMap(({ outputs }) => Object.values(outputs));
  const inputs = outputs.flatMap(({ inputs }) => Object.keys(inputs));
  const folders = inputs.map((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]);
  return [...new Set(folders.filter(Boolean))].sort();
}

function licencesOf(packages) {
  return packages
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
      const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
      return [`${name} ${version}: ${license}`, ...texts].join('\n\n');
    })
    .join(`\n\n${'-'.repeat(80)}\n\n`);
}
