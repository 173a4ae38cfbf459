import { metered, type ParsedNodes, parseNames, WorkMeter } from '../../../../engine/index.js';
import { catalogue } from '../../../../nodes/index.js';
import { computeSlots } from '../../../../platform/slots/compute-slots.js';
import type { FlowContent } from './flow-content.js';

/** Does work part by part, each when this process has time for it. @param meter what it is charged to. Defaults to nothing */
export async function inParts<T>(
  work: Generator<void, T>,
  meter = new WorkMeter(Number.POSITIVE_INFINITY),
): Promise<T> {
  for (;;) {
    await computeSlots.waitForTime();
    const { done, value } = metered(meter, () => work.next());
    if (done) return value;
  }
}

/** Parses the expressions of nodes that may name secrets or variables. */
export function parsedNames(nodes: FlowContent['nodes']): Promise<ParsedNodes> {
  return inParts(parseNames(nodes, catalogue));
}
