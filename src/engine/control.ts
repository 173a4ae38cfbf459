/** How many executions of a flow may run, by key (`settings.control`). */
export type FlowControl = {
  /** A text with expressions over the trigger data. Executions with the same value share the limits. */
  key?: string;
  /** Executions of a key that may run at the same time, until they end. */
  concurrency?: number;
  /** What happens to a start while as many run. Defaults to `queue`. */
  overlap?: Overlap;
  /** Seconds without another start of the key after which the last one runs; the others start nothing. */
  debounceSeconds?: number;
  /** Starts of a key become one execution, whose trigger data is the list of theirs. */
  batch?: ControlBatch;
  /** How many executions of a key may start in a time; the others wait. */
  throttle?: ControlThrottle;
  /** Of waiting executions, those with a higher priority start first: a number, or a text with expressions. */
  priority?: number | string;
};

/** It runs with `max` starts, or `seconds` after the first one. */
export type ControlBatch = { max: number; seconds: number };

export type ControlThrottle = { count: number; seconds: number };

export const overlaps = ['queue', 'skip', 'replace'] as const;
export type Overlap = (typeof overlaps)[number];

/** The most that the settings of a control may be. */
export const controlAtMost = {
  concurrency: 1_000,
  priority: 1_000,
  keyCharacters: 500,
  throttle: { count: 1_000, seconds: 86_400 },
  debounceSeconds: 86_400,
  batch: { max: 1_000, seconds: 86_400 },
};

/** An execution that has been accepted and that its control has not let go. */
export interface HeldExecution {
  id: string;
  /** Whether it is skipped instead of waiting. One that a caller waits for is not. */
  skips: boolean;
}

/** What is known of the executions of one key. */
export interface ControlledKey {
  /** How many run. */
  running: number;
  /** The IDs of those that run, oldest first; needed with `replace`. */
  runningIds: readonly string[];
  /** How many started within the seconds of the throttle. */
  started: number;
  /** Those that wait, in the order in which they start. */
  waiting: readonly HeldExecution[];
}

/** What happens to the executions of a key. Each is named once. */
export interface ControlDecision {
  /** They may run. */
  starts: string[];
  /** They end without having started, because others run. */
  skipped: string[];
  /** They end because newer ones take their place. */
  replaced: string[];
}

/** Decides what the control of a flow does with the executions of a key; null for a flow that has none any more. */
export function decideStarts(control: FlowControl | null, key: ControlledKey): ControlDecision {
  const { concurrency = Number.POSITIVE_INFINITY, overlap = 'queue' } = control ?? {};
  if (overlap === 'replace') return keepNewest(concurrency, key);
  const decision: ControlDecision = { starts: [], skipped: [], replaced: [] };
  let places = concurrency - key.running;
  let slots = (control?.throttle?.count ?? Number.POSITIVE_INFINITY) - key.started;
  for (const { id, skips } of key.waiting) {
    if (places <= 0) {
      if (overlap === 'skip' && skips) decision.skipped.push(id);
    } else if (slots > 0) {
      decision.starts.push(id);
      places -= 1;
      slots -= 1;
    }
  }
  return decision;
}

/** IDs are in the order in which executions were accepted. */
function keepNewest(concurrency: number, { runningIds, waiting }: ControlledKey): ControlDecision {
  const waitingIds = waiting.map(({ id }) => id);
  const newestFirst = [...runningIds, ...waitingIds].sort().reverse();
  const kept = new Set(newestFirst.slice(0, Math.min(concurrency, newestFirst.length)));
  return {
    starts: waitingIds.filter((id) => kept.has(id)),
    skipped: [],
    replaced: newestFirst.filter((id) => !kept.has(id)),
  };
}
