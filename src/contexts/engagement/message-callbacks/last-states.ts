import type { LastState } from '../outbox/index.js';

/** What the commonest of Twilio's error codes mean. See https://www.twilio.com/docs/api/errors */
const reasons: Readonly<Record<string, [code: string, message: string]>> = {
  '21610': ['OPTED_OUT', 'The number has opted out of messages from this sender.'],
  '30003': ['UNREACHABLE', 'The phone is off or out of reach.'],
  '30004': ['BLOCKED', 'The number or its network blocks the message.'],
  '30005': ['UNKNOWN_NUMBER', 'The number does not exist any more.'],
  '30006': ['LANDLINE', 'The number cannot get text messages: it is a landline, or its network is not reached.'],
  '30007': ['FILTERED', 'The network filtered the message as spam.'],
  '30008': ['UNDELIVERED', 'The network gave no reason.'],
  '30034': ['UNREGISTERED', "The sender's number is not registered for messages to the United States."],
};

/** The state that a form of Twilio tells; null where more may follow, or nothing is known of it. */
export function stateOfTwilio(status: string, errorCode: string | null): LastState | null {
  if (status === 'delivered' || status === 'read') return { status: 'delivered', error: null };
  if (!['undelivered', 'failed', 'canceled'].includes(status)) return null;
  const code = errorCode && /^\d{1,6}$/.test(errorCode) ? errorCode : null;
  const known = code !== null && Object.hasOwn(reasons, code) ? reasons[code] : undefined;
  const [reason, words] = known ?? ['UNDELIVERED', 'Twilio did not deliver the message.'];
  return { status: 'failed', error: { code: reason, message: code ? `${words} (Twilio ${code})` : words } };
}

/** WhatsApp's own codes, by what they mean. */
const whatsappReasons: Readonly<Record<number, string>> = {
  131026: 'UNREACHABLE',
  131047: 'WINDOW_CLOSED',
  131049: 'FILTERED',
  131050: 'OPTED_OUT',
};

export interface WhatsappError {
  code?: number | undefined;
  title?: string | undefined;
  message?: string | undefined;
}

/** The same of what WhatsApp tells. */
export function stateOfWhatsapp(status: string, [error]: readonly WhatsappError[]): LastState | null {
  if (status === 'delivered' || status === 'read') return { status: 'delivered', error: null };
  if (status !== 'failed') return null;
  const said = (error?.title ?? error?.message ?? 'WhatsApp did not deliver the message.').slice(0, 500);
  const code = whatsappReasons[error?.code ?? 0] ?? 'UNDELIVERED';
  return { status: 'failed', error: { code, message: error?.code ? `${said} (WhatsApp ${error.code})` : said } };
}
