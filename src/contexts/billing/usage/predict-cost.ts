import type { Graph, GraphNode } from '../../../engine/graph.js';
import { catalogue } from '../../../nodes/index.js';
import type { ActKind } from '../../../platform/metered-act.js';
import type { MeterName } from '../../../platform/meters.js';
import { phoneCountry } from '../../../platform/providers/phone-country.js';
import { creditText } from './credit-amount.js';
import type { RateBook } from './rate-book.js';

/** What a node's step costs, for each visit, done with the server's own credentials. */
export interface PredictedStep {
  nodeId: string;
  eventType: string;
  unit: string;
  creditsPerUnit: string;
}

export interface PredictedCost {
  /** Of all nodes together, each visited once and taking one unit. */
  credits: string;
  steps: PredictedStep[];
}

/** What a run would cost, as far as its graph tells: a recipient that is written out tells its country. */
export async function predictCost(rates: RateBook, workspaceId: string, nodes: Graph['nodes']): Promise<PredictedCost> {
  let sum = 0n;
  const steps: PredictedStep[] = [];
  for (const { nodeId, kind } of nodes.flatMap(actsOf)) {
    const { unit, microsPerUnit } = await rates.rateOf(workspaceId, kind);
    sum += microsPerUnit;
    steps.push({ nodeId, eventType: kind.eventType, unit, creditsPerUnit: creditText(microsPerUnit) });
  }
  return { credits: creditText(sum), steps };
}

/** The paid acts of a node, by the cost that its type declares. */
function actsOf({ id, type, data }: GraphNode): { nodeId: string; kind: ActKind }[] {
  if (data.disabled === true) return [];
  const country = typeof data.to === 'string' ? phoneCountry(data.to) : null;
  return Object.entries(catalogue.get(type)?.cost ?? {})
    .filter(([, unitsOf]) => unitsOf(data) > 0)
    .map(([eventType]) => ({ nodeId: id, kind: { eventType: eventType as MeterName, country } }));
}
