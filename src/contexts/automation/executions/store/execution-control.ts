import { createHash } from 'node:crypto';
import {
  contentOf,
  controlAtMost,
  ExpressionError,
  ExpressionSyntaxError,
  type FlowControl,
  metered,
  type Overlap,
  resolveFields,
  WorkLimitError,
  WorkMeter,
  workOfTrigger,
} from '../../../../engine/index.js';
import { storableJson } from '../../../../platform/database/storable-json.js';
import type { ExecutionTrigger } from './execution-record.js';
import { scheduleKey } from './flow-controls.sql.js';

/** What the control of a flow says of one execution. */
export interface ExecutionControl {
  /** The value of `key` by its hash; empty for the executions that have none, which share the limits among themselves. */
  key: string;
  /** Its priority. */
  rank: number;
  /** Whether it is skipped instead of waiting if its key is busy. */
  skips: boolean;
  /** Seconds for which further starts of its key are gathered with it; null if it starts by itself. */
  gathersFor: number | null;
  /** How many starts become one execution; null if the last one replaces the others. */
  batchMax: number | null;
}

interface Start {
  workspaceId: string;
  flow: { id: string; name: string; settings?: { control?: FlowControl | null } };
  trigger: ExecutionTrigger;
  triggerData: unknown;
  isAwaited: boolean;
  schedule?: OverlappingSchedule | undefined;
}

/** A schedule of which at most one execution runs. */
export interface OverlappingSchedule {
  /** The ID of its trigger. */
  id: string;
  overlap: Overlap;
}

/** The control of an execution that is to be started; null if its flow has none, and for simulations. */
export function executionControl({
  workspaceId,
  flow,
  trigger,
  triggerData,
  isAwaited,
  schedule,
}: Start): ExecutionControl | null {
  const control = flow.settings?.control;
  if (trigger === 'simulation') return null;
  if (!control) return schedule ? scheduleControl(schedule) : null;
  const scope = {
    triggerData: contentOf(triggerData),
    flow: { id: flow.id, name: flow.name },
    workspace: { id: workspaceId },
  };
  const evaluated = (text: string) => metered(new WorkMeter(workOfTrigger.flow), () => valueFor(text, scope));
  return {
    key: control.key === undefined ? '' : keyText(evaluated(control.key)),
    rank: rankOf(typeof control.priority === 'string' ? evaluated(control.priority) : control.priority),
    skips: control.overlap === 'skip' && !isAwaited,
    gathersFor: isAwaited ? null : (control.debounceSeconds ?? control.batch?.seconds ?? null),
    batchMax: control.batch?.max ?? null,
  };
}

function scheduleControl({ id, overlap }: OverlappingSchedule): ExecutionControl {
  const key = `${scheduleKey}${id}`;
  return { key, rank: 0, skips: overlap === 'skip', gathersFor: null, batchMax: null };
}

/** The value of a text with expressions; null if it has none for this trigger data. */
function valueFor(text: string, scope: Parameters<typeof resolveFields>[1]): unknown {
  try {
    const { value, missing } = resolveFields({ text }, scope);
    // Of a text with a part that has no value, the rest may be the same for every execution.
    return missing.length > 0 ? null : value.text;
  } catch (error) {
    if (isUnevaluable(error)) return null;
    throw error;
  }
}

/** A value by its hash: of a fixed length, and without what it says of a person or a secret. */
function keyText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '';
  const text = typeof value === 'string' ? value : storableJson(value);
  return createHash('sha256').update(text).digest('hex').slice(0, hashCharacters);
}

/** 128 bits: no two keys of a flow are the same. */
const hashCharacters = 32;

function rankOf(value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) return 0;
  const most = controlAtMost.priority;
  return Math.max(-most, Math.min(most, Math.round(value)));
}

function isUnevaluable(error: unknown): boolean {
  return [ExpressionError, ExpressionSyntaxError, WorkLimitError].some((kind) => error instanceof kind);
}
