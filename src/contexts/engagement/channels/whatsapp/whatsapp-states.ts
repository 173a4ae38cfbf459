import type { DeliveryErrorCode } from '../outbox/delivery-errors.js';
import type { LastState } from '../outbox/store-delivery-state.js';

/** WhatsApp's own codes, by what they mean. */
const whatsappReasons: Readonly<Record<number, DeliveryErrorCode>> = {
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

/** The state that WhatsApp tells; null where more may follow, or nothing is known of it. */
export function stateOfWhatsapp(status: string, [error]: readonly WhatsappError[]): LastState | null {
  if (status === 'delivered' || status === 'read') return { status: 'delivered', error: null };
  if (status !== 'failed') return null;
  const said = (error?.title ?? error?.message ?? 'WhatsApp did not deliver the message.').slice(0, 500);
  const code = whatsappReasons[error?.code ?? 0] ?? 'UNDELIVERED';
  return { status: 'failed', error: { code, message: error?.code ? `${said} (WhatsApp ${error.code})` : said } };
}
