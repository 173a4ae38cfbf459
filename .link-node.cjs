// npm 10 forgets the link to the Node that comes as a package, which the scripts of package.json run under.
const { existsSync, readdirSync, rmSync, symlinkSync } = require('node:fs');
const { basename, join } = require('node:path');

const folder = `node-${process.platform}-${process.arch}`;
const target = `${folder}/bin/node`;
const link = 'node_modules/.bin/node';
if (existsSync(`node_modules/${target}`) && !existsSync(link)) {
  rmSync(link, { force: true });
  symlinkSync(`../${target}`, link);
}

// What nothing reads, 260 MB: headers and libraries for compiling packages, binaries for other systems, source maps, sources of
// what is compiled, tests and documentation. Licences stay.
const platform = `${process.platform}-${process.arch}`;
const unread = [
  `${folder}/include`,
  // GraphiQL's files unpacked, and its source maps: the build reads the packed ones.
  'ruru/static',
  'ruru/dist/bundleMeta.js',
  // Bundles of Swagger UI that no page loads, of React for profilers, and payloads of servers that users of GitHub run themselves.
  ...filesOf('swagger-ui-dist').filter((path) => /-es-bundle|-standalone-|swagger-ui\.js$/.test(path)),
  ...filesOf('react-dom/cjs').filter((path) => path.includes('-profiling.')),
  ...filesOf('@octokit/webhooks-examples').filter((path) => /\/ghes-\d+$/.test(path)),
  ...filesOf('isolated-vm').filter((path) => path.endsWith('.tgz')),
  ...filesOf('isolated-vm/prebuilds').filter((path) => path.endsWith('.node') && !path.includes(`/${platform}/`)),
  ...filesOf('.').filter(isUnread),
];
for (const path of unread) rmSync(join('node_modules', path), { recursive: true, force: true });

/** Node runs no TypeScript of packages, and the compiler reads only declarations. */
function isUnread(path) {
  if (/\.(map|flow|a)$/.test(path)) return true;
  if (/(?<!\.d)\.[cm]?tsx?$/.test(path)) return true;
  if (/^(.*node_modules\/)?(@[^/]+\/)?[^/]+\/(tests?|__tests__|benchmarks?)\//.test(path)) return true;
  // Cases of conformance tests, and bundles for pages without modules.
  if (/\/(testdata|bundles)\//.test(path)) return true;
  return path.endsWith('.md') && !/^(licen[cs]e|notice|copying)/i.test(basename(path));
}

function filesOf(name) {
  const path = join('node_modules', name);
  return existsSync(path) ? readdirSync(path, { recursive: true }).map((file) => join(name, file)) : [];
}
