// Compiles what changed since the last build. Without the packages for it, as in production, the build must be there already.
const { execFileSync } = require('node:child_process');
const { createHash } = require('node:crypto');
const { existsSync, readdirSync, readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const stamp = 'dist/.sources';
const compiler = 'node_modules/typescript/bin/tsc';

function isCurrent() {
  if (!existsSync('dist/src/main.js')) return false;
  // An image may hold the build alone.
  if (!existsSync('src')) return true;
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint();
}

/** Of all that is compiled, by content: what a checkout or a copy does to times does not count. */
function fingerprint() {
  const hash = createHash('sha256');
  for (const path of ['package-lock.json', 'tsconfig.json', ...filesIn('migrations'), ...filesIn('src')]) {
    hash.update(`${path}\0`).update(readFileSync(path)).update('\0');
  }
  return hash.digest('hex');
}

function filesIn(folder) {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  return entries.map((entry) => join(entry.parentPath, entry.name)).sort();
}

/** The compiler alone may be there: a package that the server uses has it as an optional peer. */
function canBuild() {
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const types = Object.keys(devDependencies).filter((name) => name.startsWith('@types/'));
  return ['typescript', ...types].every((name) => existsSync(`node_modules/${name}`));
}

function build() {
  if (!canBuild()) {
    const what = existsSync('dist/src/main.js') ? 'The build in dist/ is of other sources' : 'There is no build in dist/';
    process.stderr.write(`${what}, and the packages that build are not installed. Install everything, build, then remove them:
  npm ci && npm run build && npm prune --omit=dev\n`);
    return 1;
  }
  try {
    execFileSync(process.execPath, [compiler], { stdio: 'inherit' });
  } catch {
    return 1;
  }
  writeFileSync(stamp, fingerprint());
  return 0;
}

process.exitCode = isCurrent() ? 0 : build();
