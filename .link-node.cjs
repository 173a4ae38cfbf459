// npm 10 forgets the link to the Node that comes as a package, which the scripts of package.json run under.
const { existsSync, readdirSync, rmSync, symlinkSync } = require('node:fs');
const { join } = require('node:path');

const folder = `node-${process.platform}-${process.arch}`;
const target = `${folder}/bin/node`;
const link = 'node_modules/.bin/node';
if (existsSync(`node_modules/${target}`) && !existsSync(link)) {
  rmSync(link, { force: true });
  symlinkSync(`../${target}`, link);
}

// What nothing reads, 190 MB: headers for compiling packages, isolated-vm for other systems and packed once more, and source maps.
const platform = `${process.platform}-${process.arch}`;
const unread = [
  `${folder}/include`,
  ...filesOf('isolated-vm').filter((path) => path.endsWith('.tgz')),
  ...filesOf('isolated-vm/prebuilds').filter((path) => path.endsWith('.node') && !path.includes(`/${platform}/`)),
  ...filesOf('.').filter((path) => path.endsWith('.map')),
];
for (const path of unread) rmSync(join('node_modules', path), { recursive: true, force: true });

function filesOf(name) {
  const path = join('node_modules', name);
  return existsSync(path) ? readdirSync(path, { recursive: true }).map((file) => join(name, file)) : [];
}
