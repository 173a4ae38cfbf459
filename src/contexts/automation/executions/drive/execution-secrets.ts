import { type HiddenText, Taint } from '../../../../engine/index.js';
import type { EncryptedColumn, EncryptionContext, Vault } from '../../../../platform/vault/index.js';
import type { ExecutionValues } from '../../../accounts/secrets/index.js';
import type { Checkpoint, ClaimedExecution, Release, StepRecord } from '../checkpoint/execution-record.js';

/** The real contents of a step, as they are encrypted beside its redacted columns. */
interface EncryptedStep {
  output: unknown;
  variables: Record<string, unknown> | null;
  hidden: HiddenText[];
}

/** The real contents of an execution whose columns are redacted. */
interface EncryptedRun {
  triggerData: unknown;
  hidden: HiddenText[];
}

/**
 * Keeps the secrets of an execution out of everything that is written. In memory the execution works with real values.
 * Each checkpoint is redacted, and what later steps may need of a step is encrypted beside it. The worker that takes
 * over the execution decrypts it, so a value stays usable although no readable column ever contained it. See
 * docs/adr/0016.
 */
export class ExecutionSecrets {
  readonly taint: Taint;
  readonly #vault: Vault;
  readonly #workspaceId: string;

  private constructor(
    vault: Vault,
    workspaceId: string,
    readonly values: ExecutionValues,
  ) {
    this.#vault = vault;
    this.#workspaceId = workspaceId;
    this.taint = new Taint(Object.values(values.secrets));
  }

  /**
   * Decrypts a claimed execution in place.
   * @throws Error if the vault does not have the key any more
   */
  static async open(vault: Vault, run: ClaimedExecution, values: ExecutionValues): Promise<ExecutionSecrets> {
    const secrets = new ExecutionSecrets(vault, run.workspaceId, values);
    if (run.encrypted) {
      const { triggerData, hidden } = (await secrets.#open(run.encrypted, runContext(run.id))) as EncryptedRun;
      Object.assign(run, { triggerData, encrypted: null });
      secrets.taint.addEntries(hidden);
    }
    run.steps = await Promise.all(run.steps.map((step) => (step.encrypted ? secrets.#openStep(step) : step)));
    return secrets;
  }

  async #openStep(step: StepRecord): Promise<StepRecord> {
    const { output, variables, hidden } = (await this.#open(
      step.encrypted as string,
      stepContext(step.id),
    )) as EncryptedStep;
    this.taint.addEntries(hidden);
    return { ...step, output, variables, encrypted: null };
  }

  async #open(encrypted: string, context: EncryptionContext): Promise<unknown> {
    return JSON.parse(await this.#vault.open(this.#workspaceId, encrypted, context));
  }

  /** A checkpoint in the form in which it may be written. */
  async protect(checkpoint: Checkpoint): Promise<Checkpoint> {
    if (this.taint.isEmpty) return checkpoint;
    const steps = await Promise.all(checkpoint.steps.map((step) => this.#protectStep(step)));
    const { release, ...rest } = checkpoint;
    return { ...rest, steps, ...(release && { release: this.#protectRelease(release) }) };
  }

  async #protectStep(step: StepRecord): Promise<StepRecord> {
    const { taint } = this;
    const { input, logs, error, output, variables } = step;
    const shown = { output: this.#redactOutput(step), variables: taint.redact(variables) };
    const readable = {
      ...step,
      ...shown,
      input: taint.redact(input),
      logs: taint.redact(logs),
      error: taint.redact(error),
      ...(step.wants && { wants: taint.redact(step.wants) }),
    };
    if (shown.output === output && shown.variables === variables) return readable;
    const contents: EncryptedStep = { output, variables, hidden: taint.entriesIn([output, variables]) };
    return { ...readable, encrypted: await this.encrypt(JSON.stringify(contents), stepContext(step.id)) };
  }

  /** Encrypts with the data key of the execution's workspace. */
  encrypt(text: string, context: EncryptionContext): Promise<string> {
    return this.#vault.encrypt(this.#workspaceId, text, context);
  }

  /** A truncated output ends anywhere, even within a secret. */
  #redactOutput({ output, truncated }: StepRecord): unknown {
    const preview = truncated ? (output as { preview?: unknown } | null)?.preview : undefined;
    if (typeof preview !== 'string') return this.taint.redact(output);
    const redacted = this.taint.redactCut(preview);
    return redacted === preview ? output : { truncated: true, preview: redacted };
  }

  #protectRelease(release: Release): Release {
    if (release.kind !== 'ended') return release;
    return { ...release, output: this.taint.redact(release.output), error: this.taint.redact(release.error) };
  }
}

/**
 * The trigger data of an execution that another one starts: redacted, with the real data encrypted for the new
 * execution.
 */
export async function encryptTriggerData(
  secrets: Pick<ExecutionSecrets, 'taint' | 'encrypt'>,
  { id, triggerData }: { id: string; triggerData: unknown },
): Promise<{ triggerData: unknown; encrypted: string | null }> {
  const redacted = secrets.taint.redact(triggerData);
  if (redacted === triggerData) return { triggerData, encrypted: null };
  const contents: EncryptedRun = { triggerData, hidden: secrets.taint.entriesIn([triggerData]) };
  return { triggerData: redacted, encrypted: await secrets.encrypt(JSON.stringify(contents), runContext(id)) };
}

function stepContext(id: string): EncryptionContext {
  return { kind: 'step', id, flowId: null };
}

/** The encryption context of an execution's data. */
export function runContext(id: string): EncryptionContext {
  return { kind: 'run', id, flowId: null };
}

/** Encrypted contents of steps and executions, for the rotation of data keys. */
export const encryptedExecutionColumns: readonly EncryptedColumn<{ id: string }>[] = [
  { table: 'execution_steps', column: 'encrypted', key: ['execution_id', 'id'], context: ({ id }) => stepContext(id) },
  { table: 'executions', column: 'encrypted', key: ['id'], context: ({ id }) => runContext(id) },
];
