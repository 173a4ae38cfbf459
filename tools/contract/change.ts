/** A difference between two contracts that can concern a client. */
export interface ContractChange {
  /** `breaking` stops a client from working; `notable` is an addition that it must expect, such as a new value of an enum. */
  level: 'breaking' | 'notable';
  /** What the line of the changelog must name, each in backticks: `GET P/contacts` and `search`, `Contact.email`, or a new value. */
  names: readonly string[];
  /** What has changed, as the end of a sentence. */
  what: string;
}

/** A line that names the change. */
export function lineOf({ names, what }: ContractChange): string {
  return `- ${names.map((name) => `\`${name}\``).join(', ')}: ${what}.`;
}

/** The changes without repetitions: types are shared by many operations. */
export function distinct(changes: readonly ContractChange[]): ContractChange[] {
  return [...new Map(changes.map((change) => [lineOf(change), change])).values()];
}

export function breaking(names: readonly string[], what: string): ContractChange {
  return { level: 'breaking', names, what };
}

export function notable(names: readonly string[], what: string): ContractChange {
  return { level: 'notable', names, what };
}
