import type { RecordKind } from '../node-shape.js';
import type { FlowFacts } from './flow-facts.js';
import type { Finding } from './rule.js';

const names: Readonly<Record<RecordKind, string>> = {
  flow: 'flow',
  agent: 'agent',
  pipeline: 'pipeline',
  sequence: 'follow-up sequence',
  emailTemplate: 'email template',
  whatsappTemplate: 'WhatsApp template',
  voiceAgent: 'voice agent',
};

/** One finding for each place that names a record which the workspace lacks. */
export function missingRecords(facts: FlowFacts, isAsked: (kind: RecordKind) => boolean): Finding[] {
  const known = new Map<RecordKind, Set<string>>();
  for (const [kind, ids] of Object.entries(facts.input.records ?? {})) known.set(kind as RecordKind, new Set(ids));
  return facts.records().flatMap(({ node, field, kind, id }) => {
    if (!isAsked(kind) || (known.get(kind)?.has(id) ?? true)) return [];
    const message = `${facts.nameOf(node)}, field ${field}: the workspace has no ${names[kind]} ${id.slice(0, 80)}. Choose one that there is.`;
    return [{ nodeId: node.id, field, message }];
  });
}
