// npm 10 forgets the link to the Node that comes as a package, which the scripts of package.json run under. CommonJS, because an older
// Node runs it, too.
const { existsSync, rmSync, symlinkSync } = require('node:fs');

const oldest = 24;
const target = `node-${process.platform}-${process.arch}/bin/node`;
const link = 'node_modules/.bin/node';
if (existsSync(`node_modules/${target}`)) {
  if (!existsSync(link)) {
    rmSync(link, { force: true });
    symlinkSync(`../${target}`, link);
  }
} else if (Number.parseInt(process.versions.node, 10) < oldest) {
  const message = `Node ${oldest} or newer is required on this system, but this is Node ${process.versions.node}. Install Node ${oldest}, then run npm ci again.`;
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}
