import type { RecordKind } from '../engine/node-shape.js';

/** A kind of records that nodes name, and where they stand: with `workspace_id` and `id`. */
export interface StoredKind extends RecordKind {
  table: string;
}

/*
 * The kinds that several nodes name. One that a single node names stands in that node's `references`; a kind that is new
 * is told to nothing else.
 */
export const pipeline: StoredKind = { name: 'pipeline', label: 'pipeline', table: 'pipelines' };
export const sequence: StoredKind = { name: 'sequence', label: 'follow-up sequence', table: 'follow_up_sequences' };
export const voiceAgent: StoredKind = { name: 'voiceAgent', label: 'voice agent', table: 'voice_agents' };
