import type { Visit } from '../../../../engine/index.js';
import type { FlowVersionRow } from '../../flows/index.js';

/** What a simulation runs that no version of a flow holds; stored with its execution. */
export interface Simulated {
  /** Unsaved content, or a part of a version. Absent if it runs a version as it is. */
  content?: Omit<FlowVersionRow, 'name'>;
  /** Steps of another execution that answer instead of running, by `recordedKey`. */
  recorded?: Readonly<Record<string, RecordedStep>>;
}

/** How a step ended in another execution, as its row shows it: redacted, with references to large values. */
export interface RecordedStep {
  nodeType: string;
  handle: string;
  output: unknown;
  variables: Record<string, unknown> | null;
  /** Of a step that failed and left by its handle. */
  error: { code: string; message: string } | null;
}

/** The key of a visit in JSON that Postgres stores. */
export function recordedKey({ iteration, nodeId }: Visit): string {
  return `${iteration} ${nodeId}`;
}
