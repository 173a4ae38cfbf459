import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The programs that the server is compared with, in the versions that are installed. */
export const peerVersions = { postgraphile: '5.1.5', 'node-red': '5.0.7' } as const;

export type PeerName = keyof typeof peerVersions;

/** They are no dependencies of the project: they are installed into a folder of their own, at their first use. */
export const peersFolder = fileURLToPath(new URL('../../../.cache/peers/', import.meta.url));

/** Installs a peer unless it is there. @returns why it could not be installed, in a sentence; null if it can be used */
export async function installPeer(name: PeerName): Promise<string | null> {
  const version = peerVersions[name];
  if (installedVersion(name) === version) return null;
  mkdirSync(peersFolder, { recursive: true });
  const flags = ['--prefix', peersFolder, '--no-audit', '--no-fund', '--save-exact'];
  try {
    await promisify(execFile)('npm', ['install', ...flags, `${name}@${version}`], { maxBuffer: 16 * 1024 * 1024 });
    return null;
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string };
    const [reason = String(error)] = stderr.split('\n').filter((line) => line.startsWith('npm error'));
    return `${name} ${version} was not measured, because npm could not install it: ${reason}`;
  }
}

function installedVersion(name: PeerName): string | null {
  try {
    const text = readFileSync(join(peersFolder, 'node_modules', name, 'package.json'), 'utf8');
    return (JSON.parse(text) as { version: string }).version;
  } catch {
    return null;
  }
}
