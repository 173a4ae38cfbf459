// Bundles the dashboard to dist/dashboard: hashed files, each also compressed, the page that loads them, and the texts of its operations.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { buildSync, type Metafile } from 'esbuild';

const source = 'src/dashboard';
const target = 'dist/dashboard';
const assets = join(target, 'assets');

export function buildDashboard({ minify = true } = {}): void {
  rmSync(target, { recursive: true, force: true });
  const { metafile } = buildSync({
    entryPoints: { main: join(source, 'main.tsx') },
    outdir: assets,
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2023',
    jsx: 'automatic',
    minify,
    legalComments: 'none',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    define: { 'process.env.NODE_ENV': '"production"' },
    loader: { '.module.css': 'local-css' },
    tsconfig: join(source, 'tsconfig.json'),
    metafile: true,
    logLevel: 'warning',
  });
  const entry = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === `${source}/main.tsx`);
  if (!entry) throw new Error(`esbuild has written nothing for ${source}/main.tsx.`);
  const [main, { cssBundle = '' }] = entry;
  const first = [...importedBy(metafile, [main])].filter((path) => path !== main);
  writeFileSync(join(target, 'index.html'), page(main, cssBundle, first));
  writeFileSync(join(target, 'documents.json'), JSON.stringify(documents()));
  writeFileSync(join(target, 'packages.json'), JSON.stringify(packagesIn(metafile)));
  for (const name of readdirSync(assets)) compress(join(assets, name));
}

/** Files with all that they import at once. */
function importedBy(metafile: Metafile, paths: string[], found = new Set<string>()): Set<string> {
  for (const path of paths) {
    if (found.has(path)) continue;
    found.add(path);
    const { imports = [] } = metafile.outputs[path] ?? {};
    const atOnce = imports.filter(({ kind }) => kind === 'import-statement');
    importedBy(
      metafile,
      atOnce.map((one) => one.path),
      found,
    );
  }
  return found;
}

/** The addresses are relative to `{{base}}`, which the server fills in. */
function page(main: string, css: string, chunks: string[]): string {
  const address = (path: string) => `{{base}}/${relative(target, path)}`;
  return `<!doctype html>
<html lang="en" data-base="{{base}}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Workspace Automation</title>
<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'%3E%3Crect width='24' height='24' rx='6' fill='%234650dd'/%3E%3Cpath d='M5 6h5v4H5zm9 8h5v4h-5zM10 8h3a3 3 0 0 1 3 3v3' fill='none' stroke='white' stroke-width='1.8'/%3E%3C/svg%3E">
<link rel="stylesheet" href="${address(css)}">
<script type="module" src="${address(main)}"></script>
${chunks.map((path) => `<link rel="modulepreload" href="${address(path)}">`).join('\n')}
</head>
<body>
<div id="root"></div>
<div class="loading" aria-hidden="true">Workspace Automation</div>
<noscript>The dashboard requires JavaScript.</noscript>
</body>
</html>
`;
}

/** The texts of the operations by their SHA-256: a manifest of trusted documents. */
function documents(): Record<string, string> {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !name.includes('generated'),
  );
  const texts = files.flatMap((name) =>
    [...readFileSync(join(source, name), 'utf8').matchAll(/\bgraphql\(`([^`]*)`\)/g)].map(([, text = '']) => text),
  );
  return Object.fromEntries(texts.sort().map((text) => [createHash('sha256').update(text).digest('hex'), text]));
}

/** The packages whose code is part of the files. */
function packagesIn({ inputs }: Metafile): string[] {
  const names = Object.keys(inputs).map((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]);
  return [...new Set(names.filter((name) => name !== undefined))].sort();
}

/** Keeps only the compressed file, which the server sends as it is. */
function compress(path: string): void {
  const content = readFileSync(path);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  writeFileSync(`${path}.br`, brotliCompressSync(content, { params }));
  rmSync(path);
}

if (import.meta.main) {
  mkdirSync(target, { recursive: true });
  buildDashboard({ minify: !process.argv.includes('--readable') });
}
