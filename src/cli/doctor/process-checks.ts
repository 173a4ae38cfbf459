import { access, constants, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Config, Environment } from '../../config/index.js';
import { freeBytes } from '../../platform/free-space.js';
import { keysPath } from '../../platform/instance-keys.js';
import { oldestNode } from '../../require-node.js';
import { countOf } from '../amounts.js';
import { type Check, failed, ok, skipped, warning } from './check.js';
import { examineWakeups } from './wakeup-check.js';

/** What is examined without the database. */
export interface ProcessSubject {
  config: Config;
  env: Environment;
}

const mebibyte = 1024 * 1024;
/** Free MiB of DATA_DIR below which the doctor warns and fails. */
const freeMib = { warning: 1_024, failed: 100 };

/** The process and its surroundings. */
export const processChecks: readonly Check<ProcessSubject>[] = [
  {
    name: 'node',
    examine() {
      const { node } = process.versions;
      if (Number.parseInt(node, 10) >= oldestNode) return ok(`Node ${node}.`);
      return failed(`Node ${node} is too old.`, `Install Node ${oldestNode}.`);
    },
  },
  {
    name: 'data_dir',
    async examine({ config }) {
      const { dataDir } = config;
      try {
        await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
        return ok(`${dataDir} can be read and written.`);
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (!usesDataDir(config)) {
          return skipped('Nothing is stored in DATA_DIR: DATABASE_URL, JWT_SECRET and VAULT_KEYS are set.');
        }
        if (code === 'ENOENT') {
          return warning(`${dataDir} does not exist yet.`, 'The first start creates it. Otherwise correct DATA_DIR.');
        }
        return failed(
          `${dataDir} cannot be read and written (${code}).`,
          `Give it to the user of the server: chown -R "$(id -u)" ${dataDir}`,
        );
      }
    },
  },
  {
    name: 'registration',
    examine({ config: { registration, emailVerification }, env }) {
      if (env.NODE_ENV !== 'production' || registration !== 'open') return ok(`REGISTRATION is ${registration}.`);
      if (emailVerification === 'required') return ok('Everybody may register, and verifies their email.');
      return warning(
        'Everybody may register any email, and work without verifying it.',
        'Set EMAIL_VERIFICATION=required, which needs SMTP_URL, or REGISTRATION=first.',
      );
    },
  },
  {
    name: 'disk_space',
    async examine({ config: { dataDir, walArchiveDir } }) {
      const spaces = [spaceOf('DATA_DIR', dataDir)];
      if (walArchiveDir !== undefined) spaces.push(spaceOf('WAL_ARCHIVE_DIR', walArchiveDir));
      const { setting, folder, free } = (await Promise.all(spaces)).reduce((one, two) =>
        two.free < one.free ? two : one,
      );
      const message = `${free} MiB are free in the file system of ${folder}.`;
      const cure = `Free space there, or move ${setting} to a larger file system.`;
      if (free < freeMib.failed) return failed(message, cure);
      return free < freeMib.warning ? warning(message, cure) : ok(message);
    },
  },
  { name: 'key_files', examine: ({ config, env }) => examineFiles(secretFiles(config, env)) },
  { name: 'public_url', examine: ({ config }) => examinePublicUrl(config) },
  { name: 'port', examine: ({ config }) => examinePort(config) },
  { name: 'outbound', examine: ({ config }) => examineOutbound(config) },
  { name: 'wakeups', examine: ({ config }) => examineWakeups(config) },
];

/** Whether the server stores its keys, its database or the login of the demo there: a container may have no such folder. */
function usesDataDir({ databaseUrl, jwtSecret, vaultKeys, demo }: Config): boolean {
  return demo || !databaseUrl || !jwtSecret || !vaultKeys;
}

/** The free MiB of the file system of a folder, or of that in which the first start creates it. */
async function spaceOf(setting: string, folder: string) {
  const bytes = await freeBytes(folder).catch(() => freeBytes('.'));
  return { setting, folder, free: Math.floor(bytes / mebibyte) };
}

/** Files that hold keys or passwords. */
function secretFiles({ dataDir }: Config, env: Environment): string[] {
  const named = Object.entries(env).flatMap(([name, path]) =>
    /^(JWT_SECRET|VAULT_KEYS|DATABASE_URL|DATABASE_REPLICA_URL|WAKEUP_URL|SMTP_URL)_FILE$/.test(name) && path
      ? [path]
      : [],
  );
  return [keysPath(dataDir), join(dataDir, 'postgres', 'passwords.json'), ...named];
}

async function examineFiles(paths: readonly string[]) {
  const open: string[] = [];
  let found = 0;
  for (const path of paths) {
    const file = await stat(path).catch(() => null);
    if (!file) continue;
    found++;
    if (file.mode & 0o007) open.push(path);
  }
  if (found === 0) return ok('No file holds keys yet.');
  if (open.length === 0) return ok(`${countOf(found, 'file holds', 'files hold')} keys; others can read none of them.`);
  return failed(`Other users can read or write ${open.join(', ')}.`, `chmod 600 ${open.join(' ')}`);
}

function examinePublicUrl({ publicUrl, production, trustProxy, host, port }: Config) {
  if (!publicUrl) {
    const message = `PUBLIC_URL is not set: links and webhook URLs begin with http://${host}:${port}.`;
    return production ? warning(message, 'Set PUBLIC_URL to the URL that clients use.') : ok(message);
  }
  const { protocol, hostname } = new URL(publicUrl);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (production && isLocal) {
    return warning(
      `PUBLIC_URL ${publicUrl} is only reachable from this machine.`,
      'Set it to the URL that clients use.',
    );
  }
  if (production && protocol === 'http:') {
    return warning(
      `PUBLIC_URL ${publicUrl} has no TLS.`,
      'Terminate TLS in a proxy, and begin PUBLIC_URL with https:.',
    );
  }
  if (protocol === 'https:' && trustProxy === false) {
    return warning(
      'PUBLIC_URL begins with https:, but TRUST_PROXY is not set: limits count all clients as the proxy.',
      'Set TRUST_PROXY to the number of proxies in front of the server.',
    );
  }
  return ok(`PUBLIC_URL is ${publicUrl}.`);
}

async function examinePort({ host, port, role }: Config) {
  if (role === 'worker') return ok('ROLE=worker opens no port.');
  if (port === 0) return ok('PORT=0 uses any free port.');
  const error = await tryToListen(host, port);
  if (!error) return ok(`Port ${port} on ${host} is free.`);
  if (error.code !== 'EADDRINUSE') {
    return failed(`Port ${port} on ${host} cannot be opened (${error.code}).`, 'Set PORT and HOST to others.');
  }
  const local = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  const url = `http://${local.includes(':') ? `[${local}]` : local}:${port}/healthz`;
  const answer = await fetch(url, { signal: AbortSignal.timeout(3_000) })
    .then(
      (response) => response.json() as Promise<{ status?: string }>,
      () => null,
    )
    .catch(() => null);
  if (answer?.status === 'ok') return ok(`A server answers on port ${port}.`);
  return failed(`Another program uses port ${port} on ${host}.`, 'Stop it, or set PORT to a free port.');
}

function tryToListen(host: string, port: number): Promise<NodeJS.ErrnoException | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', resolve);
    server.listen(port, host, () => server.close(() => resolve(null)));
  });
}

/** Ranges that contain more than a network of the operator. */
const wide = /^(0\.0\.0\.0|::|127\.|169\.254\.|localhost$|metadata)|\/[0-7]$/;

function examineOutbound({ outboundAllow, production }: Config) {
  const open = outboundAllow.filter((entry) => wide.test(entry));
  if (open.length > 0 && production) {
    return warning(
      `OUTBOUND_ALLOW lets flows call this machine or its cloud metadata: ${open.join(', ')}.`,
      'List only the private hosts that flows must call.',
    );
  }
  if (outboundAllow.length === 0) return ok('Flows may call public addresses only.');
  return ok(`Flows may also call ${outboundAllow.length} private hosts or ranges.`);
}
