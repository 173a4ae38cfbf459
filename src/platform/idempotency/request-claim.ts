import type { Sql } from '../database/sql.js';
import { AppError } from '../errors/errors.js';
import type { Vault } from '../vault/index.js';
import { type EntityClasses, type RecordedStep, readStep, writeStep } from './recorded-step.js';
import { type ClaimedRequest, recordStep } from './request-rows.js';

/**
 * A request with an `Idempotency-Key` while it is carried out. The result of each of its transactions is stored in the same
 * transaction, so that a process that continues it after a crash repeats none of them.
 */
export class RequestClaim {
  #recorded: number;
  #begun = 0;

  private constructor(
    private readonly request: ClaimedRequest,
    private readonly vault: Vault,
    private readonly former: RecordedStep[],
  ) {
    this.#recorded = former.length;
  }

  /** @param steps those of a process that died @throws AppError UNAVAILABLE if their key is missing */
  static async open(
    request: ClaimedRequest,
    vault: Vault,
    steps: readonly string[],
    classes: EntityClasses,
  ): Promise<RequestClaim> {
    const texts = await Promise.all(steps.map((step) => vault.openForInstance(step, stepContext(request))));
    return new RequestClaim(
      request,
      vault,
      texts.map((text) => readStep(text, classes)),
    );
  }

  /** Whether it has changed anything. */
  get hasSteps(): boolean {
    return this.#recorded > 0;
  }

  /** Begins a transaction. @returns its number, and its result if a process that died has committed it */
  nextStep(): { number: number; former: RecordedStep | null } {
    const number = this.#begun++;
    return { number, former: this.former.find((step) => step.number === number) ?? null };
  }

  /**
   * Stores what a transaction returned, at its end.
   * @throws AppError CONFLICT if another process has taken over, so that the transaction is rolled back
   */
  async record(sql: Sql, step: RecordedStep): Promise<void> {
    const text = writeStep(step);
    const encrypted = text === null ? null : await this.vault.encryptForInstance(text, stepContext(this.request));
    if (!(await recordStep(sql, this.request, encrypted)))
      throw new AppError('CONFLICT', 'Another server has continued this request. Send it again with the same key.');
    this.#recorded += 1;
  }
}

function stepContext({ id }: ClaimedRequest) {
  return { kind: 'idempotent-request-step', id };
}
