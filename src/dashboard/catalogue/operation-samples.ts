/** An answer as `schema/response-examples.json` records it. */
interface Recorded {
  data?: unknown;
  pagination?: unknown;
}

/** The answers of the documented examples: by route, then by status. */
export type RecordedAnswers = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** What a node outputs that calls the operation of a route: the `data` of its answer, of a list with `pagination`. */
export function sampleOfRoute(answers: RecordedAnswers, route: string): unknown {
  const [body] = Object.values(answers[route] ?? {});
  const { data = null, pagination } = (body ?? {}) as Recorded;
  return pagination === undefined ? data : { data, pagination };
}
