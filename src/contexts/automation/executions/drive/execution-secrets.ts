import { type HiddenText, Taint } from '../../../../engine/index.js';
import type { SealContext, SealedColumn, Vault } from '../../../../platform/vault/index.js';
import type { RunValues } from '../../../accounts/secrets/index.js';
import type { Checkpoint, ClaimedRun, Leave, StepRecord } from '../checkpoint/execution-record.js';

/** The real contents of a step, as they are sealed beside its masked columns. */
interface SealedStep {
  output: unknown;
  variables: Record<string, unknown> | null;
  hidden: HiddenText[];
}

/** The real data of a run that stands masked in its row. */
interface SealedRun {
  triggerData: unknown;
  hidden: HiddenText[];
}

/**
 * Keeps a run's secrets out of everything that is written. In memory the run works with real values; each checkpoint
 * goes out with masks in their places, and what later steps may need of a step is sealed beside it. Whoever takes the
 * run over opens that, so a value stays usable although no readable column ever held it. See docs/adr/0016.
 */
export class RunSecrets {
  readonly taint: Taint;
  readonly #vault: Vault;
  readonly #workspaceId: string;

  private constructor(
    vault: Vault,
    workspaceId: string,
    readonly values: RunValues,
  ) {
    this.#vault = vault;
    this.#workspaceId = workspaceId;
    this.taint = new Taint(Object.values(values.secrets));
  }

  /**
   * Opens what a claimed run holds sealed, in place.
   * @throws Error where the vault has no key for it any more
   */
  static async open(vault: Vault, run: ClaimedRun, values: RunValues): Promise<RunSecrets> {
    const secrets = new RunSecrets(vault, run.workspaceId, values);
    if (run.sealed) {
      const { triggerData, hidden } = (await secrets.#open(run.sealed, runContext(run.id))) as SealedRun;
      Object.assign(run, { triggerData, sealed: null });
      secrets.taint.addEntries(hidden);
    }
    run.steps = await Promise.all(run.steps.map((step) => (step.sealed ? secrets.#openStep(step) : step)));
    return secrets;
  }

  async #openStep(step: StepRecord): Promise<StepRecord> {
    const { output, variables, hidden } = (await this.#open(step.sealed as string, stepContext(step.id))) as SealedStep;
    this.taint.addEntries(hidden);
    return { ...step, output, variables, sealed: null };
  }

  async #open(sealed: string, context: SealContext): Promise<unknown> {
    return JSON.parse(await this.#vault.open(this.#workspaceId, sealed, context));
  }

  /** A checkpoint as it may be written. */
  async conceal(checkpoint: Checkpoint): Promise<Checkpoint> {
    if (this.taint.isEmpty) return checkpoint;
    const steps = await Promise.all(checkpoint.steps.map((step) => this.#concealStep(step)));
    const { leave, ...rest } = checkpoint;
    return { ...rest, steps, ...(leave && { leave: this.#concealLeave(leave) }) };
  }

  async #concealStep(step: StepRecord): Promise<StepRecord> {
    const { taint } = this;
    const { input, logs, error, output, variables } = step;
    const shown = { output: this.#scrubOutput(step), variables: taint.scrub(variables) };
    const readable = {
      ...step,
      ...shown,
      input: taint.scrub(input),
      logs: taint.scrub(logs),
      error: taint.scrub(error),
      ...(step.wants && { wants: taint.scrub(step.wants) }),
    };
    if (shown.output === output && shown.variables === variables) return readable;
    const contents: SealedStep = { output, variables, hidden: taint.entriesIn([output, variables]) };
    return { ...readable, sealed: await this.seal(JSON.stringify(contents), stepContext(step.id)) };
  }

  /** Seals with the data key of the run's workspace. */
  seal(text: string, context: SealContext): Promise<string> {
    return this.#vault.seal(this.#workspaceId, text, context);
  }

  /** A cut output ends anywhere, also amid a secret. */
  #scrubOutput({ output, truncated }: StepRecord): unknown {
    const preview = truncated ? (output as { preview?: unknown } | null)?.preview : undefined;
    if (typeof preview !== 'string') return this.taint.scrub(output);
    const scrubbed = this.taint.scrubCut(preview);
    return scrubbed === preview ? output : { truncated: true, preview: scrubbed };
  }

  #concealLeave(leave: Leave): Leave {
    if (leave.kind !== 'ended') return leave;
    return { ...leave, output: this.taint.scrub(leave.output), error: this.taint.scrub(leave.error) };
  }
}

/** The trigger data of a run that another one starts: masked, with what it really is sealed for the new run. */
export async function sealTriggerData(
  secrets: Pick<RunSecrets, 'taint' | 'seal'>,
  { id, triggerData }: { id: string; triggerData: unknown },
): Promise<{ triggerData: unknown; sealed: string | null }> {
  const masked = secrets.taint.scrub(triggerData);
  if (masked === triggerData) return { triggerData, sealed: null };
  const contents: SealedRun = { triggerData, hidden: secrets.taint.entriesIn([triggerData]) };
  return { triggerData: masked, sealed: await secrets.seal(JSON.stringify(contents), runContext(id)) };
}

function stepContext(id: string): SealContext {
  return { kind: 'step', id, flowId: null };
}

/** What a run's sealed data is bound to. */
export function runContext(id: string): SealContext {
  return { kind: 'run', id, flowId: null };
}

/** Sealed contents of steps and runs, for the rotation of data keys. */
export const sealedRunColumns: readonly SealedColumn<{ id: string }>[] = [
  { table: 'execution_steps', column: 'sealed', key: ['execution_id', 'id'], context: ({ id }) => stepContext(id) },
  { table: 'executions', column: 'sealed', key: ['id'], context: ({ id }) => runContext(id) },
];
