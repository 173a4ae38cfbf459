import { Field, ObjectType } from 'type-graphql';
import { defineEnum } from '../../../platform/graphql/enums.js';

export const PaymentOutcome = defineEnum('PaymentOutcome', 'What was done with an event of a payment provider', {
  booked: 'Credits were added, or taken out for a refund',
  repeated: 'The payment was booked before; nothing was changed',
  ignored: 'The event is of another type, or has no credits in its metadata',
});
export type PaymentOutcome = keyof typeof PaymentOutcome;

@ObjectType({ simpleResolvers: true, description: 'The answer to an event of a payment provider.' })
export class PaymentReceipt {
  @Field(() => PaymentOutcome, { description: 'What was done with the event.' })
  outcome!: PaymentOutcome;
}
