import type { ContractChange } from './change.js';

/** The changes that no line of the changelog names: breaking ones below `### Breaking` of `## Unreleased`, others in any line of it. */
export function unnamedChanges(changes: readonly ContractChange[], changelog: string): ContractChange[] {
  const unreleased = sectionOf(changelog, '## Unreleased');
  const lines = { breaking: namesByLine(sectionOf(unreleased, '### Breaking')), notable: namesByLine(unreleased) };
  return changes.filter(({ level, names }) => !lines[level].some((named) => names.every((name) => named.has(name))));
}

/** The text below a heading, up to the next one of its level or above. */
function sectionOf(text: string, heading: string): string {
  const level = heading.indexOf(' ');
  const lines = text.split('\n');
  const start = lines.indexOf(heading);
  if (start < 0) return '';
  const end = lines.findIndex((line, index) => index > start && new RegExp(`^#{1,${level}} `).test(line));
  return lines.slice(start + 1, end < 0 ? undefined : end).join('\n');
}

/** What each entry of a list names in backticks. */
function namesByLine(text: string): Set<string>[] {
  return text
    .split(/\n(?=- )/)
    .map((entry) => new Set([...entry.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? '')));
}
