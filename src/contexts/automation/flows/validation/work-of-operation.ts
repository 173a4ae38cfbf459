import { metered, tooMuchForOperation, WorkLimitError, WorkMeter, workOfOperation } from '../../../../engine/index.js';
import type { Scope } from '../../../../platform/graphql/context.js';
import { computeSlots } from '../../../../platform/work/compute-slots.js';

/** By what operations that are answered together share. */
const meters = new WeakMap<object, WorkMeter>();

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
  const result = meter.exhausted ? null : { value: metered(meter, () => work(meter)) };
  // What work that was cut off found is no answer.
  if (result && !meter.exhausted) return result.value;
  throw new WorkLimitError(`This field cannot be answered: ${tooMuchForOperation}`);
}
