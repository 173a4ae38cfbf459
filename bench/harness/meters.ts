import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second. */
const ticksPerSecond = 100;

/** Seconds of processor time a process has used; NaN where the system does not tell. */
export function cpuSeconds(pid: number): number {
  const fields = readStat(pid);
  return fields ? (Number(fields[11]) + Number(fields[12])) / ticksPerSecond : Number.NaN;
}

/** Seconds that a process and its living and buried children have used: for a Postgres, all of its backends. */
export function cpuSecondsOfFamily(pid: number): number {
  const own = readStat(pid);
  if (!own) return Number.NaN;
  const buried = (Number(own[13]) + Number(own[14])) / ticksPerSecond;
  const living = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && readStat(Number(name))?.[1] === String(pid))
    .map((name) => cpuSeconds(Number(name)))
    // One that ended since it was listed is among the buried the next time.
    .filter((seconds) => !Number.isNaN(seconds));
  return living.reduce((sum, seconds) => sum + seconds, buried + cpuSeconds(pid));
}

/** The most memory a process has held so far, in MB; NaN where the system does not tell. */
export function peakMemoryMb(pid: number): number {
  const status = readText(`/proc/${pid}/status`);
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) / 1024;
}

/** The memory that a process holds now, in MB; NaN where the system does not tell. */
export function memoryMb(pid: number): number {
  const status = readText(`/proc/${pid}/status`);
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) / 1024;
}

/** The fields behind the process's name, which may itself hold blanks: state, parent, … */
function readStat(pid: number): string[] | null {
  const text = readText(`/proc/${pid}/stat`);
  return text ? text.slice(text.lastIndexOf(')') + 2).split(' ') : null;
}

/** Empty where the file is not there: a process that ended meanwhile, or another system. */
function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
