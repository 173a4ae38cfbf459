import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  from: string;
  to: string[];
  /** The message as received: headers, an empty line, the body. */
  raw: string;
}

export interface MailServer {
  url: string;
  mails: ReceivedMail[];
  /** The error for a recipient; null accepts the message. */
  refuse: (recipient: string) => { code: number; message: string } | null;
  stop(): Promise<void>;
}

/** A mail server on loopback that stores the messages that it receives. */
export async function startMailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      const refusal = started.refuse(address);
      done(refusal && Object.assign(new Error(refusal.message), { responseCode: refusal.code }));
    },
    onData(stream, { envelope }, done) {
      text(stream).then((raw) => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), raw });
        done();
      }, done);
    },
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const started: MailServer = {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mails,
    refuse: () => null,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
  return started;
}

/** The text of a message, with its soft line breaks removed. */
export function bodyOf({ raw }: ReceivedMail): string {
  const body = raw.slice(raw.indexOf('\r\n\r\n') + 4).replaceAll('\r\n', '\n');
  return /^content-transfer-encoding: quoted-printable/im.test(raw)
    ? body.replace(/=\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    : body;
}
