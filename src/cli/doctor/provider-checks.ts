import { connect } from 'node:net';
import type { Config } from '../../config/index.js';
import { type CheckResult, ok, skipped, warning } from './check.js';

const connectMs = 5_000;

/** The providers of the server. @param isOnline whether to connect to their hosts; nothing is sent to them */
export async function checkProviders({ providers }: Config, isOnline: boolean): Promise<CheckResult[]> {
  const { smtp, twilio, whatsapp, llm } = providers;
  const listed = [
    ['provider_mail', smtp?.url, 'SMTP_URL'],
    ['provider_sms', twilio?.baseUrl, 'TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN'],
    ['provider_whatsapp', whatsapp?.baseUrl, 'WHATSAPP_ACCESS_TOKEN and WHATSAPP_PHONE_NUMBER_ID'],
    ['provider_ai', llm?.baseUrl, 'LLM_MODEL and LLM_API_KEY'],
  ] as const;
  return Promise.all(
    listed.map(async ([name, url, settings]) => {
      if (url === undefined) return { name, ...skipped(`Not configured. Set ${settings} to use it.`) };
      const { host, hostname, port } = addressOf(url);
      if (!isOnline) return { name, ...ok(`Configured: ${host}. --online also connects to it.`) };
      const reason = await failureToConnect(hostname, port);
      if (reason === null) return { name, ...ok(`${host} is reachable.`) };
      return {
        name,
        ...warning(`${host} cannot be reached (${reason}).`, 'Check the address, and the network and firewall.'),
      };
    }),
  );
}

const ports: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465, 'http:': 80, 'https:': 443 };

/** Without the credentials that a URL can contain. */
function addressOf(url: string): { host: string; hostname: string; port: number } {
  const { hostname, port, protocol } = new URL(url);
  const number = Number(port) || (ports[protocol] ?? 443);
  return { host: `${hostname}:${number}`, hostname: hostname.replace(/^\[|\]$/g, ''), port: number };
}

function failureToConnect(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: connectMs });
    const end = (reason: string | null) => {
      socket.destroy();
      resolve(reason);
    };
    socket.once('connect', () => end(null));
    socket.once('timeout', () => end('no answer'));
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
  });
}
