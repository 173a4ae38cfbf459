import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { migrate } from '../../src/platform/database/migrate.js';
import { explainUnreachable } from '../../src/platform/database/unreachable.js';

// Never reached: each case changes where it leads.
const given = process.env.TEST_ADMIN_URL as string;
let notPostgres: Server;

beforeAll(async () => {
  notPostgres = createServer().on('clientError', (_error, socket) => socket.destroy());
  await new Promise<void>((resolve) => notPostgres.listen(0, '127.0.0.1', resolve));
});
afterAll(() => void notPostgres.close());

test.each<[string, () => Partial<URL>, RegExp]>([
  ['no such host', () => ({ hostname: 'nowhere.invalid' }), /the host "nowhere\.invalid" was not found/],
  ['nothing listens', () => ({ port: '1' }), /no server answers at 127\.0\.0\.1:1\./],
  [
    'nothing listens at either address',
    () => ({ hostname: 'localhost', port: '1' }),
    /no server answers at localhost:1\./,
  ],
  ['a wrong password', () => ({ password: 'hunter2' }), /rejected the user "postgres".*Check user and password/],
  ['no password', () => ({ password: '' }), /Check the password/],
  ['no such database', () => ({ pathname: 'nothing' }), /the database "nothing" was not found on .*\. Create it/],
  ['no Postgres', () => ({ port: portOf(notPostgres) }), /does not answer like Postgres/],
])(
  'a DATABASE_URL that leads nowhere is explained, and its password is not shown: %s',
  async (_name, change, reason) => {
    const url = Object.assign(new URL(given), change()).href;
    const failure = await migrate({ url, migrations: [] }).catch((error: unknown) => explainUnreachable(url, error));
    expect(failure).toMatchObject({ message: expect.stringMatching(reason) });
    const { message } = failure as Error;
    expect(message).toMatch(/^DATABASE_URL /);
    for (const password of ['hunter2', new URL(given).password]) expect(message).not.toContain(password);
  },
);

test('what is no matter of the address is left as it is', () => {
  expect(explainUnreachable(given, new TypeError('x is undefined'))).toBeNull();
});

function portOf(server: Server): string {
  return String((server.address() as AddressInfo).port);
}
