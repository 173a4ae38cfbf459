import { Field, ObjectType, registerEnumType } from 'type-graphql';

export enum PaymentOutcome {
  booked = 'booked',
  repeated = 'repeated',
  ignored = 'ignored',
}

registerEnumType(PaymentOutcome, {
  name: 'PaymentOutcome',
  description: 'What was done with an event of a payment provider',
  valuesConfig: {
    booked: { description: 'Credits were added, or taken out for a refund' },
    repeated: { description: 'The payment was booked before; nothing was changed' },
    ignored: { description: 'The event is of another type, or has no credits in its metadata' },
  },
});

@ObjectType({ simpleResolvers: true, description: 'The answer to an event of a payment provider.' })
export class PaymentReceipt {
  @Field(() => PaymentOutcome, { description: 'What was done with the event.' })
  outcome!: PaymentOutcome;
}
