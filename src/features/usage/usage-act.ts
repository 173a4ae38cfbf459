/** Every kind of act that is metered. */
export const eventTypes = [
  'ai_call',
  'voice_minute',
  'whatsapp_message',
  'sms_sent',
  'email_sent',
  'flow_execution',
  'site_analysis',
] as const;
export type EventType = (typeof eventTypes)[number];

/** Whose credentials did it: the server's, or the workspace's own, which cost no credits. */
export const usageSources = ['platform', 'byok'] as const;
export type UsageSource = (typeof usageSources)[number];

/** A kind of act and by which way it goes out: the key of its rate. */
export interface ActKind {
  eventType: EventType;
  app: string;
  /** ISO 3166, two letters; null where it is unknown or does not matter. */
  country: string | null;
}

/** What is metered of an act, known before it. */
export interface Act extends ActKind {
  source: UsageSource;
  /** In the unit of its rate: what it takes at most. */
  quantity: number;
  metadata?: Record<string, unknown>;
}

/** The run for which an act is done, and which of the run's acts it is. Outside runs: an id of the act's own. */
export interface ActKey {
  workspaceId: string;
  executionId: string;
  /** `node:iteration:attempt:number` */
  act: string;
}

/** An act that came about, as it is written down. */
export interface ActEvent extends Act {
  /** UUIDv7, made with the act: it is written once, however often that is tried. */
  id: string;
  unit: string;
  /** Micro-credits. */
  micros: bigint;
}

/** How an act ended: with an event, or without, and then what was reserved for it is free again. */
export interface ActEnd {
  act: string;
  event: ActEvent | null;
}
