import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts CPU time in hundredths of a second. */
const ticksPerSecond = 100;

/** The CPU time of a process in seconds; NaN when the system does not report it. */
export function cpuSeconds(pid: number): number {
  const fields = readStat(pid);
  return fields ? (Number(fields[11]) + Number(fields[12])) / ticksPerSecond : Number.NaN;
}

/** The CPU time in seconds of a process with its running and ended children: for Postgres, of all backends. */
export function cpuSecondsOfFamily(pid: number): number {
  const own = readStat(pid);
  if (!own) return Number.NaN;
  const buried = (Number(own[13]) + Number(own[14])) / ticksPerSecond;
  const living = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && readStat(Number(name))?.[1] === String(pid))
    .map((name) => cpuSeconds(Number(name)))
    // A child that ended since it was listed is counted with the ended ones the next time.
    .filter((seconds) => !Number.isNaN(seconds));
  return living.reduce((sum, seconds) => sum + seconds, buried + cpuSeconds(pid));
}

/** The CPU time in milliseconds of the main thread of a process, exact to the last change of what runs; NaN when unknown. */
export function threadCpuMs(pid: number): number {
  const [ns] = readText(`/proc/${pid}/schedstat`).split(' ');
  return ns ? Number(ns) / 1_000_000 : Number.NaN;
}

/** The peak memory of a process in MB; NaN when the system does not report it. */
export function peakMemoryMb(pid: number): number {
  const status = readText(`/proc/${pid}/status`);
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) / 1024;
}

/** The current memory of a process in MB; NaN when the system does not report it. */
export function memoryMb(pid: number): number {
  const status = readText(`/proc/${pid}/status`);
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) / 1024;
}

/** The fields after the name of the process, which may contain spaces: state, parent, … */
function readStat(pid: number): string[] | null {
  const text = readText(`/proc/${pid}/stat`);
  return text ? text.slice(text.lastIndexOf(')') + 2).split(' ') : null;
}

/** Empty when the file does not exist: the process ended meanwhile, or the system is not Linux. */
function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
