import { gzipSync } from 'node:zlib';
import type { Attack, Attacker } from '../attacker.js';

const mebibyte = 1024 * 1024;
const flows = ({ target }: Attacker) => `/workspaces/${target.tenant.workspaceId}/flows`;
/** Takes as long to parse as JSON of its length can. */
const lists = (bytes: number) => `{"name":[${'[],'.repeat(Math.floor((bytes - 20) / 3))}0]}`;

export const bodyAttacks: Attack[] = [
  {
    name: 'bodies-anonymous',
    what: 'long bodies without the required credential',
    run: (attacker) => {
      const body = lists(2.9 * mebibyte);
      return attacker.repeat(32, () => attacker.send({ path: flows(attacker), body, anonymous: true }));
    },
  },
  {
    name: 'bodies',
    what: 'long bodies of lists with a credential',
    run: (attacker) => {
      const body = lists(0.99 * mebibyte);
      return attacker.repeat(32, () => attacker.send({ path: flows(attacker), body }));
    },
  },
  {
    name: 'depth',
    what: 'JSON nested as deeply as its length allows',
    run: (attacker) => {
      const body = `{"name":${'['.repeat(500_000)}`;
      return attacker.repeat(16, () => attacker.send({ path: flows(attacker), body }));
    },
  },
  {
    name: 'compressed',
    what: 'compressed bodies of a gigabyte of zeros',
    run: (attacker) => {
      const body = gzipSync(Buffer.alloc(64 * mebibyte));
      const headers = { 'content-encoding': 'gzip' };
      return attacker.repeat(16, () => attacker.send({ path: flows(attacker), body, headers }));
    },
  },
  {
    name: 'headers',
    what: 'as many headers as fit',
    run: (attacker) => {
      const headers = Object.fromEntries(Array.from({ length: 1_200 }, (_, at) => [`x-${at}`, '1']));
      return attacker.repeat(32, () => attacker.send({ method: 'GET', path: '/auth/me', headers }));
    },
  },
  {
    name: 'webhook-tokens',
    what: 'bodies of 5 MiB for webhooks that do not exist',
    run: (attacker) => {
      const body = `{"text":"${'x'.repeat(4.9 * mebibyte)}"}`;
      const path = `/flows/run?token=${'0'.repeat(64)}`;
      return attacker.repeat(16, () => attacker.send({ path, body, anonymous: true }));
    },
  },
  {
    name: 'passwords',
    what: 'wrong passwords for many emails',
    run: (attacker) =>
      attacker.repeat(32, () => {
        const email = `user-${Math.floor(attacker.random() * 1e9)}@example.com`;
        const body = JSON.stringify({ email, password: 'wrong password' });
        return attacker.send({ path: '/auth/login', body, anonymous: true });
      }),
  },
  {
    name: 'half-bodies',
    what: 'hundreds of requests whose bodies stop halfway',
    run: (attacker) =>
      attacker.hold(450, (socket) => {
        const head = ['POST /flows/run?token=x HTTP/1.1', 'host: x', 'content-type: application/json'];
        socket.write(`${[...head, `content-length: ${5 * mebibyte}`, '', ''].join('\r\n')}${'x'.repeat(400_000)}`);
      }),
  },
];
