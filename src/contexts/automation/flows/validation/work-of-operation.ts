import { metered, tooMuchForOperation, WorkLimitError, WorkMeter, workOfOperation } from '../../../../engine/index.js';
import type { Scope } from '../../../../platform/graphql/context.js';
import { computeSlots } from '../../../../platform/slots/compute-slots.js';
import { inParts } from '../content/parse-in-parts.js';

/** By what operations that are answered together share. */
const meters = new WeakMap<object, WorkMeter>();
/** The end of what is parsed now, of each operation. */
const turns = new WeakMap<WorkMeter, Promise<void>>();

function meterOf({ answer }: Pick<Scope, 'answer'>): WorkMeter {
  const known = answer && meters.get(answer);
  if (known) return known;
  const meter = new WorkMeter(workOfOperation, undefined, tooMuchForOperation);
  if (answer) meters.set(answer, meter);
  return meter;
}

/**
 * Does the synchronous work of one field, when this process has time for it. All fields of an operation, and the
 * operations of a batch, share one limit on what they evaluate and check.
 * @throws WorkLimitError if they do more
 */
export async function workInOperation<T>(scope: Pick<Scope, 'answer'>, work: (meter: WorkMeter) => T): Promise<T> {
  const meter = meterOf(scope);
  if (!meter.exhausted) await computeSlots.waitForTime();
  if (meter.exhausted) throw tooMuchWork();
  try {
    const value = metered(meter, () => work(meter));
    // What work that was cut off found is no answer.
    if (!meter.exhausted) return value;
  } catch (error) {
    if (!meter.exhausted) throw error;
  }
  throw tooMuchWork();
}

/**
 * Parses something in parts as work of one field, each when this process has time for it.
 * @throws WorkLimitError as `workInOperation`; what parsing throws
 */
export async function parseInOperation<T>(scope: Pick<Scope, 'answer'>, parsing: Generator<void, T>): Promise<T> {
  const meter = meterOf(scope);
  // One field after the other: those that come first get what they need.
  const parsed = (turns.get(meter) ?? Promise.resolve()).then(() => inParts(parsing, meter));
  const ended = parsed.then(nothing, nothing);
  turns.set(meter, ended);
  try {
    return await parsed;
  } catch (error) {
    throw meter.exhausted ? tooMuchWork() : error;
  }
}

const nothing = () => undefined;

function tooMuchWork(): WorkLimitError {
  return new WorkLimitError(`This field cannot be answered: ${tooMuchForOperation}`);
}
