/** The result of one check. `failed` makes the doctor exit with 1. */
export interface CheckResult {
  name: string;
  status: 'ok' | 'warning' | 'failed' | 'skipped';
  message: string;
  /** What to do; absent if nothing is wrong. */
  cure?: string;
}

export type Finding = Omit<CheckResult, 'name'>;

/** Examines one thing of a server, without changing it. */
export interface Check<Subject> {
  name: string;
  examine(subject: Subject): Finding | Promise<Finding>;
}

export const ok = (message: string): Finding => ({ status: 'ok', message });
export const warning = (message: string, cure: string): Finding => ({ status: 'warning', message, cure });
export const failed = (message: string, cure: string): Finding => ({ status: 'failed', message, cure });
export const skipped = (message: string): Finding => ({ status: 'skipped', message });

/** The finding of an error whose last sentence says what to do, as those of this project do. */
export function findingOf({ message }: Error): Finding {
  const [, error, cure] = /^(.*\.) ([A-Z`].*\.)$/.exec(message) ?? [];
  if (error && cure) return failed(error, cure);
  return failed(message, 'Correct what the message names, then run doctor again.');
}

/** Runs checks one after another. An error of a check is its finding. */
export async function runChecks<Subject>(checks: readonly Check<Subject>[], subject: Subject): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (const { name, examine } of checks) {
    const finding = await Promise.resolve()
      .then(() => examine(subject))
      .catch((error: Error) => findingOf(error));
    results.push({ name, ...finding });
  }
  return results;
}

/** The results of checks that nothing can be said of. */
export function skipChecks<Subject>(checks: readonly Check<Subject>[], reason: string): CheckResult[] {
  return checks.map(({ name }) => ({ name, ...skipped(reason) }));
}
