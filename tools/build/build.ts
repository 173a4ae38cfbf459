// `npm run build`: generates and compiles what changed since the last build. Node runs it as it stands, without the loader.
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

const stamp = 'dist/.sources';
/** What the build depends on. What it generates itself is not part of it. */
const inputs = [
  'LICENSE',
  'codegen.yml',
  'package-lock.json',
  'migrations/*.ts',
  'schema/{flow-operations.json,openapi.json,response-examples.json,schema.graphql}',
  'src/**/*.*',
  'tests/crash/*.js',
  'tools/{build,codegen,database}/*.ts',
  'tools/release/bundle-options.ts',
];

function isCurrent(): boolean {
  if (!existsSync('dist/src/main.js')) return false;
  // A package or an image has the build alone.
  if (!existsSync('src')) return true;
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint();
}

/** Of all that is built from, by content: what a checkout or a copy does to times does not count. */
function fingerprint(): string {
  const hash = createHash('sha256');
  for (const path of sourcesIn(inputs)) hash.update(`${path}\0`).update(readFileSync(path)).update('\0');
  return hash.digest('hex');
}

function sourcesIn(patterns: string[]): string[] {
  return globSync(patterns, { exclude: (path) => path.endsWith('generated') || path === 'migrations/index.ts' }).sort();
}

async function build(): Promise<number> {
  if (!existsSync('node_modules/@swc/core')) {
    const what = existsSync('dist/src/main.js')
      ? 'The build in dist/ is of other sources'
      : 'There is no build in dist/';
    process.stderr.write(`${what}, and the packages that build are not installed. Install everything, build, then remove them:
  npm ci && npm run build && npm prune --omit=dev\n`);
    return 1;
  }
  // An interrupted build has no stamp.
  rmSync(stamp, { force: true });
  for (const written of ['.compiled', 'crash', 'migrations', 'pages', 'src'])
    rmSync(join('dist', written), { recursive: true, force: true });
  const { generate } = await import('../codegen/generate.ts');
  const { buildDashboard } = await import('./dashboard.ts');
  await (await import('./sandbox-libraries.ts')).bundleSandboxLibraries();
  await emit(sourcesIn(['migrations/*.ts', 'src/**/*.ts']));
  copy(['schema/flow-operations.json', 'schema/response-examples.json']);
  await emitConnectors();
  await generate();
  await emit(globSync(['migrations/index.ts', 'src/{rest,platform/code}/generated/*.ts']));
  chmodSync('dist/src/cli/main.js', 0o755);
  buildDashboard();
  if (existsSync('tests/crash')) await (await import('./crash-tests.ts')).bundleCrashTests();
  copyPages();
  const { buildClients } = await import('./clients.ts');
  await buildClients(JSON.parse(readFileSync('package.json', 'utf8')).version);
  writeFileSync(stamp, fingerprint());
  return 0;
}

async function emit(paths: string[]): Promise<void> {
  const { compile } = await import('./compile.ts');
  for (const path of paths) {
    if (/^src\/(dashboard|client)\//.test(path)) continue;
    const built = join('dist', path).replace(/\.ts$/, '.js');
    const { code, map = '' } = compile(path, readFileSync(path, 'utf8'), true);
    const sources = [relative(dirname(built), path)];
    write(built, `${code}//# sourceMappingURL=${built.split('/').at(-1)}.map\n`);
    write(`${built}.map`, JSON.stringify({ ...JSON.parse(map), sources }));
  }
}

/** The connectors, which everything else that is compiled needs. */
async function emitConnectors(): Promise<void> {
  const { writeConnectors } = await import('./connectors.ts');
  await writeConnectors();
  await emit(['src/nodes/app/generated/connectors.ts']);
}

function copy(paths: string[]): void {
  for (const path of paths) write(join('dist', path), readFileSync(path));
}

/** Files of Swagger UI and GraphiQL, compressed, so that a server is installed without their packages. */
function copyPages(): void {
  const swagger = resolve('node_modules/swagger-ui-dist');
  for (const name of [
    'swagger-ui-bundle.js',
    'swagger-ui-bundle.js.LICENSE.txt',
    'swagger-ui.css',
    'favicon-32x32.png',
  ]) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
    write(`dist/pages/docs/${name}.br`, brotliCompressSync(readFileSync(join(swagger, name)), { params }));
  }
  const require = createRequire(import.meta.url);
  const { bundleData } = require(resolve('node_modules/ruru/dist/bundleCode.js')) as {
    bundleData: Record<string, { buffer: Buffer }>;
  };
  for (const [name, { buffer }] of Object.entries(bundleData)) write(`dist/pages/graphiql/${name}.br`, buffer);
}

function write(path: string, content: string | Buffer): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

process.exitCode = isCurrent() ? 0 : await build();
