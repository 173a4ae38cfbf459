import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** How a program is started so that the kernel gives it no network: the words before its own command line. */
export type Launcher = readonly [program: string, ...flags: string[]];

// A fixed path: a program named by PATH could be anything.
const unshare = '/usr/bin/unshare';
// The user stays who they are. In a user namespace a process may have a network namespace of its own without privileges.
const flags = ['--user', '--map-current-user', '--net', '--'];
const patienceMs = 5_000;

let known: Launcher | null | undefined;

/**
 * Starts a program in a network namespace without any interface, so that it reaches neither other hosts nor this one. Null
 * where the system does not allow it: not Linux, no util-linux, or user namespaces are disabled, as in many containers.
 */
export function withoutNetwork(): Launcher | null {
  if (known === undefined) known = isAllowed() ? [unshare, ...flags] : null;
  return known;
}

function isAllowed(): boolean {
  if (process.platform !== 'linux' || !existsSync(unshare)) return false;
  const tried = spawnSync(unshare, [...flags, process.execPath, '--version'], {
    env: {},
    stdio: 'ignore',
    timeout: patienceMs,
  });
  return tried.status === 0;
}
