import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';

const page = fileURLToPath(new URL('../../../docs/benchmarks.md', import.meta.url));
const end = '<!-- /tables -->';

/** Replaces what the page of benchmarks shows of one benchmark; the rest of the page stays. */
export function writeTables(name: string, report: string, command: string): void {
  const date = new Date().toISOString().slice(0, 10);
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB of memory`;
  const load = `load at the end ${loadavg()[0]?.toFixed(1)}`;
  const metadata = `\`${command}\`, ${date}, ${availableParallelism()} cores, ${memory}, ${load}:`;
  writeFileSync(page, withTables(readFileSync(page, 'utf8'), name, `${metadata}\n\n${report}`));
}

/** @param text the page, which ends with the tables of all benchmarks that were written @throws Error without their end */
export function withTables(text: string, name: string, tables: string): string {
  const [open, close] = [`<!-- ${name}: written by \`npm run bench -- ${name} --write\` -->`, `<!-- /${name} -->`];
  const block = `${open}\n\n${tables}\n\n${close}`;
  const [from, to] = [text.indexOf(open), text.indexOf(close)];
  if (from >= 0 && to > from) return text.slice(0, from) + block + text.slice(to + close.length);
  if (!text.includes(end)) throw new Error(`docs/benchmarks.md must contain ${end}, where new tables are added.`);
  return text.replace(end, () => `${block}\n\n${end}`);
}
