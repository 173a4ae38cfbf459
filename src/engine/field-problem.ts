import type { z } from 'zod';

type RawIssue = z.core.$ZodRawIssue;

const typeNames: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

const units: Readonly<Record<string, string>> = { string: 'characters', array: 'entries' };

/**
 * The message of a schema for node data where the schema has none of its own. It continues the sentence that the name
 * of the field starts: `must be a number`.
 */
export function fieldProblem(issue: RawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input == null ? 'is required' : `must be ${typeNames[issue.expected] ?? issue.expected}`;
    case 'too_small':
      if (issue.input === '') return 'is required';
      return `must ${limit(issue, issue.inclusive === false ? 'greater than' : 'at least', issue.minimum)}`;
    case 'too_big':
      return `must ${limit(issue, issue.inclusive === false ? 'less than' : 'at most', issue.maximum)}`;
    case 'invalid_value':
      return issue.input == null ? 'is required' : `must be one of: ${issue.values.map(String).join(', ')}`;
    case 'invalid_format':
      return issue.format === 'email' ? emailRule : 'must have the correct format';
    case 'invalid_union':
      if (issue.input == null) return 'is required';
      return issue.options
        ? `must be one of: ${(issue.options as unknown[]).map(String).join(', ')}`
        : 'must have an accepted type';
    case 'invalid_key':
      return issue.issues[0]?.message ?? 'must have a valid name';
    default:
      return 'must be valid';
  }
}

/** What is accepted as an email address. */
export const emailRule = 'must be a valid email address, for example ana@example.com';

/** All problems of a node's data in one message: `to is required. subject must be text.` */
export function fieldProblems(issues: readonly z.core.$ZodIssue[]): string {
  return issues.map(({ path, message }) => sentence(`${path.join('.') || 'data'} ${message}`)).join(' ');
}

/** The text with a full stop at its end. */
export function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function limit({ origin }: { origin: string }, comparison: string, bound: number | bigint): string {
  const unit = units[origin];
  const amount = `${comparison} ${bound.toLocaleString('en')}`;
  if (unit === undefined) return `be ${amount}`;
  return `have ${amount} ${bound === 1 ? unit.replace(/ies$/, 'y').replace(/s$/, '') : unit}`;
}
