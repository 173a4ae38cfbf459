import type { DeliveryErrorCode } from '../outbox/delivery-errors.js';
import type { LastState } from '../outbox/store-delivery-state.js';

/** Error codes of WhatsApp. */
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

/** The final state for a status of WhatsApp; null for a status that is not final or not known. */
export function stateOfWhatsapp(status: string, [error]: readonly WhatsappError[]): LastState | null {
  if (status === 'delivered' || status === 'read') return { status: 'delivered', error: null };
  if (status !== 'failed') return null;
  const text = (error?.title ?? error?.message ?? 'WhatsApp did not deliver the message.').slice(0, 500);
  const code = whatsappReasons[error?.code ?? 0] ?? 'UNDELIVERED';
  return { status: 'failed', error: { code, message: error?.code ? `${text} (WhatsApp ${error.code})` : text } };
}
