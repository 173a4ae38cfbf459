import { describe, expect, test } from '@jest/globals';
import { loadConfig } from '../../src/config/index.js';
import {
  connectionConfig,
  isConnectionUrl,
  unusedParameters,
  withApplicationName,
} from '../../src/platform/database/connection-config.js';
import { tlsFile } from '../support/tls-postgres.js';

const url = (query: string) => `postgres://ada:pw@db.example.com/app?${query}`;
const file = (name: string) => encodeURIComponent(tlsFile(name));
const pem = expect.stringContaining('-----BEGIN');

describe('where the database is', () => {
  test.each([
    ['postgres://ada:p%40%2Fw@db:5433/app', { host: 'db', port: 5433, user: 'ada', password: 'p@/w', database: 'app' }],
    ['postgresql://ada:pw@db/app', { host: 'db', port: 5432, database: 'app' }],
    ['postgres://ada:pw@[::1]:5433/app', { host: '::1', port: 5433 }],
    ['postgres://ada:pw@%2Frun%2Fpostgres/app', { host: '/run/postgres', port: 5432, database: 'app' }],
    ['postgres:///app?host=/run/postgres', { host: '/run/postgres', database: 'app' }],
    ['postgres://ada:pw@/app?host=/run/postgres&port=5433', { host: '/run/postgres', port: 5433, user: 'ada' }],
    ['postgres://other@db/app?user=ada&password=pw', { host: 'db', user: 'ada', password: 'pw' }],
  ])('%s', (text, place) => {
    expect(connectionConfig(text)).toMatchObject(place);
    expect(loadConfig({ DATABASE_URL: text }).databaseUrl).toBe(text);
  });

  test('is asked of no text that is no address', () => {
    for (const text of [
      'hunter2',
      'https://db/app',
      'postgres://db:port/app',
      'postgres://a@b@c:1:2/app',
      '/run/postgres',
    ]) {
      expect([text, isConnectionUrl(text)]).toEqual([text, false]);
    }
  });
});

test('settings of the connection are handed on, and what nothing reads is named', () => {
  const query = 'application_name=flows&options=-c%20search_path%3Da&statement_timeout=5000&schema=x&pgbouncer=true';
  expect(connectionConfig(url(query))).toMatchObject({
    application_name: 'flows',
    options: expect.stringMatching(/^-c search_path=a -c /),
    statement_timeout: 5_000,
  });
  expect(unusedParameters(url(query))).toEqual(['schema', 'pgbouncer']);
  expect(unusedParameters(withApplicationName(url('sslmode=require'), 'a'))).toEqual([]);
  expect(() => connectionConfig(url('statement_timeout=5s'))).toThrow(
    /statement_timeout must be .*milliseconds, not "5s"/,
  );
});

test('connections choose no partitions, whatever the options of the address say', () => {
  const last = /-c enable_partition_pruning=off -c app.tenant_scope=off$/;
  expect(connectionConfig(url('')).options).toMatch(last);
  expect(connectionConfig(url('options=-c%20enable_partition_pruning%3Don')).options).toMatch(last);
  expect(connectionConfig(url('options=-c%20app.tenant_scope%3Don')).options).toMatch(last);
});

test('a name is given where the address has none', () => {
  for (const text of ['postgres://db/app', url('sslmode=require')]) {
    const config = connectionConfig(withApplicationName(text, 'workspace-automation/api'));
    expect(config.fallback_application_name).toBe('workspace-automation/api');
  }
  const named = connectionConfig(withApplicationName(url('application_name=flows'), 'workspace-automation/api'));
  expect(named.application_name).toBe('flows');
});

describe('TLS', () => {
  test.each<[string, unknown]>([
    ['', false],
    ['sslmode=disable', false],
    ['sslmode=disable&sslrootcert=/none', false],
    ['ssl=false', false],
    ['ssl=0', false],
    ['sslmode=require', { rejectUnauthorized: false }],
    ['sslmode=no-verify', { rejectUnauthorized: false }],
    ['ssl=no-verify', { rejectUnauthorized: false }],
    [`sslmode=require&sslrootcert=${file('ca.crt')}`, { ca: pem, checkServerIdentity: expect.any(Function) }],
    [`sslmode=verify-ca&sslrootcert=${file('ca.crt')}`, { ca: pem, checkServerIdentity: expect.any(Function) }],
    [`sslmode=verify-full&sslrootcert=${file('ca.crt')}`, { ca: pem, checkServerIdentity: expect.any(Function) }],
    [`sslrootcert=${file('ca.crt')}`, { ca: pem, checkServerIdentity: expect.any(Function) }],
    ['sslmode=verify-full', { checkServerIdentity: expect.any(Function) }],
    ['sslmode=verify-full&sslrootcert=system', { checkServerIdentity: expect.any(Function) }],
    ['ssl=true', { checkServerIdentity: expect.any(Function) }],
    [
      `sslmode=require&sslcert=${file('client.crt')}&sslkey=${file('client.key')}`,
      { rejectUnauthorized: false, cert: pem, key: pem },
    ],
  ])('%s', (query, ssl) => {
    expect(connectionConfig(url(query)).ssl).toEqual(ssl);
  });

  test('is left aside through a socket of this machine', () => {
    expect(connectionConfig('postgres:///app?host=/run/postgres&sslmode=verify-full').ssl).toBe(false);
  });

  test('begins at once where that is asked for', () => {
    expect(connectionConfig(url('sslmode=require&sslnegotiation=direct'))).toMatchObject({ sslnegotiation: 'direct' });
  });

  test.each<[string, RegExp]>([
    ['sslmode=prefer', /sslmode must be disable, require, verify-ca or verify-full, not "prefer".*without TLS/],
    ['sslmode=yes', /sslmode must be .*, not "yes"\./],
    ['ssl=require', /ssl must be true or false\..*sslmode/],
    ['sslmode=verify-ca', /sslrootcert is required with sslmode=verify-ca/],
    ['sslmode=require&sslrootcert=system', /sslmode must be verify-full if sslrootcert is system/],
    ['sslmode=verify-full&sslrootcert=/none.crt', /sslrootcert must be a file .*\/none\.crt is not \(ENOENT\)/],
    [
      `sslmode=verify-full&sslrootcert=${file('server.key')}`,
      /sslrootcert must be a file with a certificate in PEM form/,
    ],
    [`sslmode=require&sslcert=${file('client.crt')}`, /sslcert and sslkey must be given together/],
    [`sslmode=require&sslcert=${file('client.crt')}&sslkey=${file('server.key')}`, /sslkey must be the key of sslcert/],
    ['sslnegotiation=direct', /sslmode must be require, verify-ca or verify-full if sslnegotiation is direct/],
    ['sslmode=require&sslnegotiation=fast', /sslnegotiation must be postgres or direct/],
  ])('is refused where it cannot be as asked: %s', (query, message) => {
    expect(() => connectionConfig(url(query))).toThrow(message);
    expect(() => connectionConfig(url(query))).toThrow(/^DATABASE_URL /);
  });
});
