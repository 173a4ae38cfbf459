import { type HiddenText, LargeValue, showAs, shownOf, Taint } from '../../../../engine/index.js';
import type { EncryptedColumn, EncryptionContext, Vault } from '../../../../platform/vault/index.js';
import type { ExecutionValues } from '../../../accounts/secrets/index.js';
import type { Checkpoint, ClaimedExecution, Release, StepRecord } from '../store/execution-record.js';
import { blobContext, encryptedBlobColumn, type NewBlob } from '../store/values/blobs.js';
import { blobText, fromColumn } from '../store/values/large-values.js';
import { redactValue } from '../store/values/redact-value.js';

/** The real contents of a step, as they are encrypted beside its redacted columns. Large values are references. */
interface EncryptedStep extends Encrypted {
  output: unknown;
  variables: Record<string, unknown> | null;
}

/** The real contents of an execution whose columns are redacted. */
interface EncryptedRun extends Encrypted {
  triggerData: unknown;
}

interface Encrypted {
  hidden: HiddenText[];
  /** Links in the contents; absent for none. */
  links?: HiddenText[];
  /** Set where only links are hidden, which nodes may use anywhere. */
  onlyLinks?: true;
}

/**
 * Keeps the secrets of an execution out of everything that is written. In memory the execution works with real values.
 * Each checkpoint is redacted, and what later steps may need of a step is encrypted beside it. The worker that takes
 * over the execution decrypts it, so a value stays usable although no readable column ever contained it. See
 * docs/decisions/secrets.md.
 */
export class ExecutionSecrets {
  /** The secret texts that are known, with their hosts. Nothing is masked because it equals one of them. */
  readonly texts = new Taint();
  /** Tokens that were made for links, which are masked wherever they stand: nobody can guess them. */
  readonly links = new Taint();
  readonly #vault: Vault;
  readonly #workspaceId: string;
  #hides = false;

  private constructor(
    vault: Vault,
    workspaceId: string,
    readonly values: ExecutionValues,
  ) {
    this.#vault = vault;
    this.#workspaceId = workspaceId;
    for (const [name, secret] of Object.entries(values.secrets)) {
      this.texts.addSecret(secret, [{ name, allowedHosts: values.allowedHosts[name] ?? [] }]);
    }
  }

  /**
   * Whether nothing of the execution is secret. Something may be of which no text is known here: what another execution
   * handed on, or what is stored apart.
   */
  get hidesNothing(): boolean {
    return !this.#hides && this.texts.isEmpty;
  }

  /** From now on something of the execution is secret, with these texts in it. */
  readonly hide = (texts: readonly HiddenText[]): void => {
    this.#hides = true;
    this.texts.addEntries(texts);
  };

  /**
   * Decrypts a claimed execution in place.
   * @throws Error if the vault does not have the key any more
   */
  static async open(vault: Vault, run: ClaimedExecution, values: ExecutionValues): Promise<ExecutionSecrets> {
    const secrets = new ExecutionSecrets(vault, run.workspaceId, values);
    if (run.encrypted) {
      const contents = (await secrets.#open(run.encrypted, encryptionContext(run.id))) as EncryptedRun;
      const real = fromColumn(contents.triggerData);
      secrets.#hideAgain(contents, real, run.triggerData);
      Object.assign(run, { triggerData: real, encrypted: null });
    }
    run.steps = await secrets.openSteps(run.steps);
    return secrets;
  }

  /** Steps as they were read, with their real contents. */
  openSteps(steps: readonly StepRecord[]): Promise<StepRecord[]> {
    return Promise.all(steps.map(async (step) => (step.encrypted ? this.#openStep(step) : step)));
  }

  async #openStep(step: StepRecord): Promise<StepRecord> {
    const contents = (await this.#open(step.encrypted as string, stepContext(step.id))) as EncryptedStep;
    const real = fromColumn(contents.output);
    this.#hideAgain(contents, real, step.output);
    return { ...step, output: real, variables: contents.variables, encrypted: null };
  }

  #hideAgain({ hidden, links = [], onlyLinks }: Encrypted, real: unknown, shown: unknown): void {
    this.links.addEntries(links);
    if (onlyLinks) return;
    this.hide(hidden);
    showAs(real, shown);
  }

  async #open(encrypted: string, context: EncryptionContext): Promise<unknown> {
    return JSON.parse(await this.#vault.open(this.#workspaceId, encrypted, context));
  }

  /** A checkpoint in the form in which it may be written, with the blobs to write before it. */
  async protect(checkpoint: Checkpoint): Promise<Checkpoint> {
    const { release, steps, ...rest } = checkpoint;
    const values = steps.flatMap(({ input, output }) => [input, output]);
    if (release?.kind === 'ended') values.push(release.output);
    const unstored = [...new Set(values.filter(isUnstored))];
    const blobs = (await Promise.all(unstored.map((value) => newBlobs(this, value)))).flat();
    if (this.hidesNothing && this.links.isEmpty) return { ...checkpoint, blobs };
    const written = await Promise.all(steps.map((step) => this.#protectStep(step)));
    return { ...rest, blobs, steps: written, ...(release && { release: this.#protectRelease(release) }) };
  }

  /** A value as records show it. */
  readonly shown = <T>(value: T): T => this.links.redact(shownOf(value));

  async #protectStep(step: StepRecord): Promise<StepRecord> {
    const { shown } = this;
    const { output, variables } = step;
    const large = output instanceof LargeValue ? output : null;
    const readable = {
      ...step,
      output: shown(output),
      variables: shown(variables),
      input: shown(step.input),
      logs: shown(step.logs),
      error: shown(step.error),
      ...(step.attempts && { attempts: shown(step.attempts) }),
      ...(step.wants && { wants: shown(step.wants) }),
    };
    if (readable.output === output && readable.variables === variables) return readable;
    const hasSecrets = shownOf(output) !== output || shownOf(variables) !== variables;
    const contents: EncryptedStep = {
      output: large ? { $blob: large.reference } : output,
      variables,
      ...hiddenIn(this, [output, variables], hasSecrets),
    };
    return { ...readable, encrypted: await this.encrypt(JSON.stringify(contents), stepContext(step.id)) };
  }

  /** Encrypts with the data key of the execution's workspace. */
  readonly encrypt = (text: string, context: EncryptionContext): Promise<string> =>
    this.#vault.encrypt(this.#workspaceId, text, context);

  #protectRelease(release: Release): Release {
    if (release.kind !== 'ended') return release;
    return { ...release, output: this.shown(release.output), error: this.shown(release.error) };
  }
}

type Protection = Pick<ExecutionSecrets, 'texts' | 'links' | 'encrypt'>;

/** What is hidden in values that are encrypted beside their columns. */
function hiddenIn(
  { texts, links }: Pick<Protection, 'texts' | 'links'>,
  values: unknown[],
  hasSecrets: boolean,
): Encrypted {
  const found = values.flatMap((value) => textsIn(links, value));
  return {
    hidden: hasSecrets ? values.flatMap((value) => textsIn(texts, value)) : [],
    ...(found.length > 0 && { links: found }),
    ...(!hasSecrets && { onlyLinks: true }),
  };
}

/** The blobs of a large value that is not stored yet; that of its redacted form too. */
async function newBlobs({ encrypt }: Pick<Protection, 'encrypt'>, value: LargeValue): Promise<NewBlob[]> {
  const shown = redactValue(value);
  if (!shown) return [{ value, content: await blobText(value), encrypted: null }];
  return [
    { value: shown, content: await blobText(shown), encrypted: null },
    { value, content: null, encrypted: await encrypt(await blobText(value), blobContext(value.id)) },
  ];
}

function isUnstored(value: unknown): value is LargeValue {
  return value instanceof LargeValue && !value.stored;
}

/** The secret texts that a value contains: of one that cannot be seen here, all that it may contain. */
function textsIn(texts: Taint, value: unknown): HiddenText[] {
  if (!(value instanceof LargeValue)) return texts.entriesIn(value);
  return value.loaded && !value.composite ? texts.entriesIn(value.content) : texts.ofSecrets;
}

/**
 * The trigger data of an execution that another one starts: redacted, with the real data encrypted for the new
 * execution.
 * @param triggerData as `holdValue` returns it
 */
export async function protectTriggerData(
  secrets: Protection,
  { id, triggerData }: { id: string; triggerData: unknown },
): Promise<{ triggerData: unknown; encrypted: string | null; blobs: NewBlob[] }> {
  const blobs = isUnstored(triggerData) ? await newBlobs(secrets, triggerData) : [];
  const withLinks = shownOf(triggerData);
  const shown = secrets.links.redact(withLinks);
  const large = triggerData instanceof LargeValue ? triggerData : null;
  if (shown === triggerData) return { triggerData, encrypted: null, blobs };
  const contents: EncryptedRun = {
    triggerData: large ? { $blob: large.reference } : triggerData,
    ...hiddenIn(secrets, [triggerData], withLinks !== triggerData),
  };
  const encrypted = await secrets.encrypt(JSON.stringify(contents), encryptionContext(id));
  return { triggerData: shown, encrypted, blobs };
}

function stepContext(id: string): EncryptionContext {
  return { kind: 'step', id, flowId: null };
}

/** The encryption context of an execution's data. */
export function encryptionContext(id: string): EncryptionContext {
  return { kind: 'run', id, flowId: null };
}

/** Encrypted contents of steps, executions and blobs, for the rotation of data keys. */
export const encryptedExecutionColumns: readonly EncryptedColumn<{ id: string }>[] = [
  encryptedBlobColumn,
  { table: 'execution_steps', column: 'encrypted', key: ['execution_id', 'id'], context: ({ id }) => stepContext(id) },
  { table: 'executions', column: 'encrypted', key: ['id'], context: ({ id }) => encryptionContext(id) },
];
