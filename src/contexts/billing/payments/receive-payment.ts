import { AppError, validationFailed } from '../../../platform/errors/errors.js';
import type { WebhookRequestInput } from '../../../platform/graphql/webhook-request.input.js';
import { creditText } from '../../../platform/metering/credit-amount.js';
import type { Services, Settings } from '../../../platform/services.js';
import { WebhookRequest } from '../../../rest/webhook-request.js';
import { bookTransfer, findAccount } from '../usage/index.js';
import type { Payment } from './payment.js';
import { PaymentOutcome, type PaymentReceipt } from './payment.object.js';

/** A scheme by which payments are reported. */
export interface PaymentProvider {
  /** The setting of its secret. */
  variable: string;
  secretOf(settings: Settings): string | undefined;
  /** @throws AppError INVALID_TOKEN if the request is not signed with the secret, or not now */
  authenticate(request: WebhookRequest, secret: string, now: Date): void;
  /** The payment that an event reports; null for other events. @throws AppError VALIDATION_FAILED */
  read(request: WebhookRequest, body: unknown): Payment | null;
}

/**
 * Receives an event of a payment provider and books its payment, once however often it is delivered.
 * @throws AppError NOT_FOUND if the provider's secret is not set, INVALID_TOKEN, VALIDATION_FAILED, CONFLICT if the wallet
 * does not cover a refund: the provider then delivers the event again
 */
export async function receivePayment(
  { settings, now, json, db, log }: Services,
  provider: PaymentProvider,
  input: WebhookRequestInput,
): Promise<PaymentReceipt> {
  const secret = provider.secretOf(settings);
  if (!secret)
    throw new AppError('NOT_FOUND', `This server receives no such payments: ${provider.variable} is not set.`);
  const request = new WebhookRequest(input);
  provider.authenticate(request, secret, now());
  const payment = provider.read(request, await request.data((text) => json.parse(text, 'payments')));
  if (!payment || payment.micros === 0n) return { outcome: PaymentOutcome.ignored };
  const { account, micros, reference, eventId } = payment;
  const accountId = await findAccount(db.pool, account);
  if (!accountId) throw validationFailed([{ field: 'account', message: unknownAccount(account) }]);
  const booked = await bookTransfer(db.pool, {
    accountId,
    kind: 'top_up',
    micros,
    reference,
    note: `event ${eventId}`,
  });
  if (booked) log.info({ accountId, credits: creditText(micros), reference, eventId }, 'a payment was booked');
  return { outcome: booked ? PaymentOutcome.booked : PaymentOutcome.repeated };
}

function unknownAccount(account: string): string {
  return `account must be the ID of an account, the ID of one of its workspaces, or the email of its user; ${account.slice(0, 200)} was not found.`;
}
