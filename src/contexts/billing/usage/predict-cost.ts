import type { Graph } from '../../../engine/graph.js';
import type { ActKind } from '../../../platform/metered-act.js';
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

const ai = { eventType: 'ai_call', country: null } as const;
const whatsapp = { eventType: 'whatsapp_message', country: null } as const;

/** The act of each type of node that does a paid one. */
const actOf: Readonly<Record<string, ActKind>> = {
  'ai.generate': ai,
  'ai.classify': ai,
  'ai.extract': ai,
  'ai.agent': ai,
  'message.email': { eventType: 'email_sent', country: null },
  'message.sms': { eventType: 'sms_sent', country: null },
  'message.whatsapp': whatsapp,
  'message.whatsappTemplate': whatsapp,
  'voice.call': { eventType: 'voice_minute', country: null },
};

/** What a run would cost, as far as its graph tells: a recipient that is written out tells its country. */
export async function predictCost(rates: RateBook, workspaceId: string, nodes: Graph['nodes']): Promise<PredictedCost> {
  const paid = nodes.flatMap((node) => {
    const kind = actOf[node.type];
    if (!kind || node.data.disabled === true) return [];
    const { to } = node.data as { to?: unknown };
    return [{ nodeId: node.id, kind: { ...kind, country: typeof to === 'string' ? phoneCountry(to) : null } }];
  });
  let sum = 0n;
  const steps: PredictedStep[] = [];
  for (const { nodeId, kind } of paid) {
    const { unit, microsPerUnit } = await rates.rateOf(workspaceId, kind);
    sum += microsPerUnit;
    steps.push({ nodeId, eventType: kind.eventType, unit, creditsPerUnit: creditText(microsPerUnit) });
  }
  return { credits: creditText(sum), steps };
}
