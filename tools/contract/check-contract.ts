import { readFileSync } from 'node:fs';
import { lineOf } from './change.js';
import { acceptContract, changesSinceRelease } from './released.js';
import { unnamedChanges } from './unnamed-changes.js';

/** `npm run contract`: what the changelog must name. With `--accept`, the contract of today becomes the released one. */
async function main(isAccepted: boolean): Promise<number> {
  if (isAccepted) {
    acceptContract();
    return 0;
  }
  const missing = unnamedChanges(await changesSinceRelease(), readFileSync('CHANGELOG.md', 'utf8'));
  for (const level of ['breaking', 'notable'] as const) {
    const lines = missing.filter((change) => change.level === level).map(lineOf);
    if (lines.length === 0) continue;
    const where = level === 'breaking' ? 'below "## Unreleased", "### Breaking"' : 'below "## Unreleased"';
    process.stdout.write(`CHANGELOG.md does not name, ${where}:\n${lines.join('\n')}\n`);
  }
  return missing.length === 0 ? 0 : 1;
}

if (import.meta.main) process.exitCode = await main(process.argv.includes('--accept'));
