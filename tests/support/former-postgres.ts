import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findBinaries } from '../../src/platform/embedded-postgres/binaries.js';
import { chooseAccount, majorOfPackage, packageFolder } from '../../src/platform/embedded-postgres/index.js';

const former = 17;
const versionFile = (dataDir: string) => join(dataDir, 'postgres/cluster/PG_VERSION');

/** Makes a cluster one of the former Postgres, as far as its version goes. Also again, after the former one has run. */
export function makeFormer(dataDir: string): Promise<void> {
  return writeFile(versionFile(dataDir), `${former}\n`);
}

/**
 * A package that is taken for Postgres 17. It is the installed one, behind a script that first gives the cluster its real
 * version again: the package of Postgres 17 has 60 MB.
 */
export async function createFormerPackage(folder: string): Promise<string> {
  const { postgres } = await findBinaries(await chooseAccount(join(folder, 'cluster')));
  const major = await majorOfPackage(packageFolder());
  const programs = join(folder, 'native/bin');
  await mkdir(programs, { recursive: true });
  const script = `#!/bin/sh\n[ ! -f PG_VERSION ] || echo ${major} > PG_VERSION\nexec ${postgres} "$@"\n`;
  await writeFile(join(programs, 'postgres'), script, { mode: 0o755 });
  await writeFile(join(programs, 'initdb'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  await writeFile(join(folder, 'package.json'), JSON.stringify({ version: `${former}.0.0` }));
  return folder;
}
