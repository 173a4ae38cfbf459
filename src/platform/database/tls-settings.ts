import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type ConnectionOptions, checkServerIdentity, createSecureContext } from 'node:tls';
import type { ClientConfig } from 'pg';
import { DatabaseUnreachable } from '../errors/database-errors.js';

/** Parameters of DATABASE_URL that `tlsOf` reads. */
export const tlsParameters = [
  'ssl',
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'sslpassword',
  'sslnegotiation',
] as const;

/** `no-verify` is pg's name for `require`, whatever other parameters are given. */
const modes = ['disable', 'require', 'verify-ca', 'verify-full', 'no-verify'] as const;
type Mode = (typeof modes)[number];

/**
 * The TLS configuration that the parameters request, as libpq interprets them: `require` encrypts and trusts any
 * certificate; with `sslrootcert` it means `verify-ca`. Certificates without a mode mean `verify-full`.
 * @param host the name or address for which the server's certificate must be valid
 * @returns an empty object if the URL does not mention TLS
 * @throws DatabaseUnreachable naming the parameter, what is wrong with it and what is accepted
 */
export function tlsOf(parameters: URLSearchParams, host: string): Pick<ClientConfig, 'ssl' | 'sslnegotiation'> {
  const mode = modeOf(parameters);
  const direct = directOf(parameters, mode);
  if (mode === undefined) return {};
  if (mode === 'disable') return { ssl: false };
  return { ssl: { ...verification(mode, parameters, host), ...ownCertificate(parameters) }, ...direct };
}

function modeOf(parameters: URLSearchParams): Mode | undefined {
  const text = parameters.get('sslmode');
  if (text === null) return modeOfOthers(parameters);
  const mode = modes.find((one) => one === text);
  if (mode) return mode;
  const plain =
    text === 'allow' || text === 'prefer' ? ' Modes that fall back to connections without TLS are not supported.' : '';
  throw new DatabaseUnreachable(`sslmode must be disable, require, verify-ca or verify-full, not "${text}".${plain}`);
}

function modeOfOthers(parameters: URLSearchParams): Mode | undefined {
  switch (parameters.get('ssl')) {
    case 'true':
    case '1':
      return 'verify-full';
    case 'false':
    case '0':
      return 'disable';
    case 'no-verify':
      return 'no-verify';
    case null:
      return ['sslrootcert', 'sslcert', 'sslkey'].some((name) => parameters.has(name)) ? 'verify-full' : undefined;
    default:
      throw new DatabaseUnreachable('ssl must be true or false. To choose what is verified, use sslmode instead.');
  }
}

function directOf(parameters: URLSearchParams, mode: Mode | undefined): Pick<ClientConfig, 'sslnegotiation'> {
  const text = parameters.get('sslnegotiation');
  if (text === null || text === 'postgres') return {};
  if (text !== 'direct') throw new DatabaseUnreachable(`sslnegotiation must be postgres or direct, not "${text}".`);
  if (mode && mode !== 'disable') return { sslnegotiation: 'direct' };
  throw new DatabaseUnreachable('sslmode must be require, verify-ca or verify-full if sslnegotiation is direct.');
}

function verification(mode: Mode, parameters: URLSearchParams, host: string): ConnectionOptions {
  const root = parameters.get('sslrootcert');
  if (root === 'system' && mode !== 'verify-full') {
    throw new DatabaseUnreachable(`sslmode must be verify-full if sslrootcert is system, not ${mode}.`);
  }
  if (mode === 'verify-ca' && !root) {
    const cure = 'Set it to the path of the certificate of the CA to trust, or use sslmode=verify-full.';
    throw new DatabaseUnreachable(`sslrootcert is required with sslmode=verify-ca. ${cure}`);
  }
  const ca = root && root !== 'system' ? { ca: readCertificate('sslrootcert', root) } : {};
  if (mode === 'no-verify' || (mode === 'require' && !root)) return { rejectUnauthorized: false };
  if (mode !== 'verify-full') return { ...ca, checkServerIdentity: () => undefined };
  // The host is passed explicitly: Node passes names only, so certificates of IP addresses would be compared with
  // "localhost".
  return { ...ca, checkServerIdentity: (_, certificate) => checkServerIdentity(host, certificate) };
}

function ownCertificate(parameters: URLSearchParams): ConnectionOptions {
  const [certPath, keyPath] = [parameters.get('sslcert'), parameters.get('sslkey')];
  if (!certPath && !keyPath) return {};
  if (!certPath || !keyPath) {
    throw new DatabaseUnreachable('sslcert and sslkey must be given together: a certificate and its key.');
  }
  const passphrase = parameters.get('sslpassword');
  const own = {
    cert: readCertificate('sslcert', certPath),
    key: read('sslkey', keyPath),
    ...(passphrase !== null && { passphrase }),
  };
  try {
    createSecureContext(own);
    return own;
  } catch (error) {
    const reason = `sslkey must be the key of sslcert, in PEM form, with its password as sslpassword if it has one`;
    throw new DatabaseUnreachable(`${reason} (${(error as Error).message}).`, error);
  }
}

function readCertificate(name: string, path: string): string {
  const pem = read(name, path);
  try {
    new X509Certificate(pem);
    return pem;
  } catch (error) {
    throw new DatabaseUnreachable(`${name} must be a file with a certificate in PEM form, not ${path}.`, error);
  }
}

function read(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code;
    throw new DatabaseUnreachable(
      `${name} must be a file that the server can read, but ${path} is not (${reason}).`,
      error,
    );
  }
}
