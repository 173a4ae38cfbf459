import recorded from '../../../schema/response-examples.json' with { type: 'json' };

/** Bodies of successes by route key and status. */
export type ResponseExamples = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** What the examples of all routes were answered, as a test has recorded it: `tests/contract/examples.test.ts`. */
export const responseExamples: ResponseExamples = recorded;
