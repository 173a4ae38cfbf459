import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** The process, of some, that has the local end of a connection from this port of 127.0.0.1; null where none has. Linux only. */
export function processOfPort(port: number, pids: readonly number[]): number | null {
  const inode = inodeOf(port);
  return pids.find((pid) => inode !== null && hasSocket(pid, inode)) ?? null;
}

/** The processes that a process has started and that run now. */
export function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

function inodeOf(port: number): string | null {
  const local = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const lines = readFileSync('/proc/net/tcp', 'utf8').split('\n');
  const fields = lines.map((line) => line.trim().split(/\s+/)).find((words) => words[1] === local);
  return fields?.[9] ?? null;
}

function hasSocket(pid: number, inode: string): boolean {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((name) => linkOf(`/proc/${pid}/fd/${name}`) === `socket:[${inode}]`);
  } catch {
    // It has ended meanwhile.
    return false;
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
