import type { RecordKind } from '../engine/node-shape.js';

/** A kind of records that nodes refer to, and its table, which has `workspace_id` and `id`. */
export interface StoredKind extends RecordKind {
  table: string;
}

/*
 * The kinds that several nodes refer to. A kind that a single node refers to is declared in its `references`; nothing else
 * needs to be registered.
 */
export const pipeline: StoredKind = { name: 'pipeline', label: 'pipeline', table: 'pipelines' };
export const connection: StoredKind = { name: 'connection', label: 'connection', table: 'connections', byName: true };
export const sequence: StoredKind = { name: 'sequence', label: 'follow-up sequence', table: 'follow_up_sequences' };
export const voiceAgent: StoredKind = { name: 'voiceAgent', label: 'voice agent', table: 'voice_agents' };
