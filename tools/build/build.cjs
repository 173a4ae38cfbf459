// Compiles the sources if they changed since the last build. Without the packages for it, as in production, the build must be there already.
const { createHash } = require('node:crypto');
const { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { dirname, join, relative, resolve } = require('node:path');
const { brotliCompressSync, constants } = require('node:zlib');
const { buildDashboard } = require('./dashboard.cjs');
const { clients } = require('./clients.cjs');
const { compile } = require('./compile.cjs');

const stamp = 'dist/.sources';
const folders = ['migrations', 'src'];
const crashTests = 'tests/crash';
const tools = ['./compile.cjs', './bundle.cjs', './dashboard.cjs'].map((path) => require.resolve(path));

function isCurrent() {
  if (!existsSync('dist/server/main.js')) return false;
  // An image may hold the build alone.
  if (!existsSync('src')) return true;
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint();
}

/** Of all that is compiled, by content: what a checkout or a copy does to times does not count. */
function fingerprint() {
  const hash = createHash('sha256');
  const killed = existsSync(crashTests) ? filesIn(crashTests).filter((path) => path.endsWith('.js')) : [];
  for (const path of ['package-lock.json', __filename, ...tools, ...killed, ...folders.flatMap(filesIn)]) {
    hash
      .update(`${relative('.', path)}\0`)
      .update(readFileSync(path))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesIn(folder) {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  return entries.map((entry) => join(entry.parentPath, entry.name)).sort();
}

async function build() {
  if (!existsSync('node_modules/@swc/core')) {
    const what = existsSync('dist/server/main.js')
      ? 'The build in dist/ is of other sources'
      : 'There is no build in dist/';
    process.stderr.write(`${what}, and the packages that build are not installed. Install everything, build, then remove them:
  npm ci && npm run build && npm prune --omit=dev\n`);
    return 1;
  }
  // An interrupted build has no stamp.
  rmSync(stamp, { force: true });
  for (const written of ['dist/.compiled', 'dist/crash', 'dist/pages', 'dist/server'])
    rmSync(written, { recursive: true, force: true });
  for (const path of folders.flatMap(filesIn)) {
    if (path.startsWith('src/dashboard/')) continue;
    if (path.endsWith('.ts')) emit(path);
    else if (/\/generated\/[^/]+\.json$/.test(path)) write(join('dist', path), readFileSync(path));
  }
  const { bundle, bundleCrashTests } = require('./bundle.cjs');
  copyPages();
  await Promise.all([bundle(buildDashboard()), existsSync(crashTests) && bundleCrashTests()]);
  writeFileSync(stamp, fingerprint());
  return 0;
}

function emit(path) {
  const built = join('dist', path).replace(/\.ts$/, '.js');
  const { code, map } = compile(path, readFileSync(path, 'utf8'), true);
  const sources = [relative(dirname(built), path)];
  write(built, `${code}//# sourceMappingURL=${built.split('/').at(-1)}.map\n`);
  write(`${built}.map`, JSON.stringify({ ...JSON.parse(map), sources }));
}

/** Files of Swagger UI and GraphiQL, compressed, so that a server is installed without their packages. */
function copyPages() {
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
  const { bundleData } = require(resolve('node_modules/ruru/dist/bundleCode.js'));
  for (const [name, { buffer }] of Object.entries(bundleData)) write(`dist/pages/graphiql/${name}.br`, buffer);
}

function write(path, content) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

(async () => {
  const [client] = process.argv.slice(2);
  if (client === undefined) process.exitCode = isCurrent() ? 0 : await build();
  else if (Object.hasOwn(clients, client)) clients[client]();
  else {
    process.stderr.write(
      `There is no ${client} to build. Accepted: ${Object.keys(clients).join(', ')}; nothing for the server.\n`,
    );
    process.exitCode = 2;
  }
})();
