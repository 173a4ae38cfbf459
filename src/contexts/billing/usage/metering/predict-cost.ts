import type { Graph, GraphNode } from '../../../../engine/graph.js';
import { catalogue } from '../../../../nodes/index.js';
import type { BillableOperationKind } from '../../../../platform/metering/billable-operation.js';
import { creditText, priceOf } from '../../../../platform/metering/credit-amount.js';
import type { MeterName } from '../../../../platform/metering/meters.js';
import { phoneCountry } from '../../../../platform/providers/phone-country.js';
import type { RateBook } from '../rates/rate-book.js';

/** The cost of a node's step for each visit, with the server's own credentials. */
export interface PredictedStep {
  nodeId: string;
  eventType: string;
  unit: string;
  creditsPerUnit: string;
  /** Units for each visit; 1 if known only when the flow runs. */
  quantity: number;
}

export interface PredictedCost {
  /** The sum of all nodes, each visited once. */
  credits: string;
  steps: PredictedStep[];
}

/** Predicts the cost of an execution from its graph; the country is known for recipients that are literal numbers. */
export async function predictCost(rates: RateBook, workspaceId: string, nodes: Graph['nodes']): Promise<PredictedCost> {
  let sum = 0n;
  const steps: PredictedStep[] = [];
  for (const { nodeId, kind, quantity } of nodes.flatMap(operationsOf)) {
    const { unit, microsPerUnit } = await rates.rateOf(workspaceId, kind);
    sum += priceOf(microsPerUnit, quantity);
    steps.push({ nodeId, eventType: kind.eventType, unit, creditsPerUnit: creditText(microsPerUnit), quantity });
  }
  return { credits: creditText(sum), steps };
}

/** The billable operations of a node, by the cost that its type declares. */
function operationsOf({
  id,
  type,
  data,
}: GraphNode): { nodeId: string; kind: BillableOperationKind; quantity: number }[] {
  if (data.disabled === true) return [];
  const country = typeof data.to === 'string' ? phoneCountry(data.to) : null;
  return Object.entries(catalogue.get(type)?.cost ?? {})
    .map(([meter, unitsOf]) => ({
      nodeId: id,
      kind: { eventType: meter as MeterName, country },
      quantity: unitsOf(data),
    }))
    .filter(({ quantity }) => quantity > 0);
}
