import fc from 'fast-check';

/** One thing that changes a wallet, or tries to. Amounts are credits; `at` is the process that is asked. */
export type Posting = {
  owner: number;
  at: number;
} /** A top-up by the owner; references are drawn from few, so many are repeated. */ & (
  | { kind: 'topUp'; reference: number }
  /** A correction by the operator. */
  | { kind: 'adjust'; amount: number }
  /** An event of a payment provider, delivered several times at once to different processes. */
  | { kind: 'payment'; scheme: 'stripe' | 'standard'; amount: number; deliveries: number }
  /** An execution with a paid step, which the provider may refuse; with and without a budget of the flow. */
  | { kind: 'execution'; flow: 'paid' | 'budgeted' | 'refused' | 'free' }
  /** A paid operation outside executions. */
  | { kind: 'analysis' }
);

const base = { owner: fc.nat(2), at: fc.nat(3) };
const kind = <K extends Posting['kind']>(name: K) => fc.constant(name);

/** Any posting. Credits are whole here, so that sums of numbers are exact. */
export const anyPosting: fc.Arbitrary<Posting> = fc.oneof(
  { arbitrary: fc.record({ ...base, kind: kind('topUp'), reference: fc.nat(20) }), weight: 3 },
  {
    arbitrary: fc.record({
      ...base,
      kind: kind('adjust'),
      amount: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: -15, max: -1 })),
    }),
    weight: 2,
  },
  {
    arbitrary: fc.record({
      ...base,
      kind: kind('payment'),
      scheme: fc.constantFrom('stripe' as const, 'standard' as const),
      amount: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: -5, max: -1 })),
      deliveries: fc.integer({ min: 1, max: 3 }),
    }),
    weight: 3,
  },
  {
    arbitrary: fc.record({
      ...base,
      kind: kind('execution'),
      flow: fc.constantFrom('paid' as const, 'budgeted' as const, 'refused' as const, 'free' as const),
    }),
    weight: 5,
  },
  { arbitrary: fc.record({ ...base, kind: kind('analysis') }), weight: 2 },
);

/** The amount of a top-up depends on the reference, except for some, which are refused as conflicts. */
export const topUpAmount = (reference: number, at: number) => (reference % 5 === 0 ? 1 + at : 2);
