import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { DatabaseAccess } from './database-access.js';
import { tlsOptions } from './open-socket.js';

/** What asks a server for an encrypted connection. */
const sslRequest = 80_877_103;

/**
 * Encrypts a connection to Postgres before anything else is sent. Done here and not by the driver, so that the certificate of a
 * server without a name is checked against its address.
 */
export async function securePostgres(socket: Socket, access: DatabaseAccess): Promise<Socket> {
  const tls = tlsOptions(access);
  if (!tls) return socket;
  const asked = Buffer.alloc(8);
  asked.writeInt32BE(8, 0);
  asked.writeInt32BE(sslRequest, 4);
  socket.write(asked);
  await accepted(socket);
  return new Promise((done, fail) => {
    const servername = tls.host === undefined ? { servername: access.target.host } : {};
    const secure = connectTls({ ...tls, ...servername, socket });
    secure.once('error', fail).once('secureConnect', () => {
      secure.off('error', fail);
      done(secure);
    });
  });
}

function accepted(socket: Socket): Promise<void> {
  return new Promise((done, fail) => {
    const lost = () => fail(new Error('The server closed the connection'));
    socket.once('error', fail).once('close', lost);
    socket.once('data', (answer) => {
      socket.off('error', fail).off('close', lost);
      // What follows unencrypted was not sent by a server that can be trusted.
      if (answer.toString('latin1') === 'S') done();
      else fail(new Error('The server does not support SSL connections'));
    });
  });
}
