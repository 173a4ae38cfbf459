// npm 10 forgets the link to the Node that comes as a package, which the scripts of package.json run under.
const { existsSync, rmSync, symlinkSync } = require('node:fs');

const folder = `node-${process.platform}-${process.arch}`;
const target = `${folder}/bin/node`;
const link = 'node_modules/.bin/node';
if (existsSync(`node_modules/${target}`) && !existsSync(link)) {
  rmSync(link, { force: true });
  symlinkSync(`../${target}`, link);
}
