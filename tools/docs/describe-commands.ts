import type { Command } from '../../src/cli/command.js';
import { table } from '../../src/cli/commands.js';
import { exitCodes, isGroup, programName } from '../../src/cli/program.js';
import { markdownTable } from './markdown-table.js';
import { programErrors } from './program-errors.js';

/** Writes docs/cli.md from the table of commands. */
export function describeCommands(): string {
  const sections = table.map((entry) =>
    isGroup(entry)
      ? [`## ${entry.name}`, `${entry.summary}.`, ...entry.commands.flatMap((command) => describe(command, '###'))]
      : describe(entry, '##'),
  );
  return `${[...introduction(), ...sections.flat()].join('\n\n')}\n`;
}

const ownCodes = Object.entries(programErrors)
  .map(([code, meaning]) => `\`${code}\` (${meaning.charAt(0).toLowerCase()}${meaning.slice(1, -1)})`)
  .join(', ');

function introduction(): string[] {
  return [
    '# Command line',
    `\`${programName}\` runs and operates a server. It reads the same [environment](configuration.md) as the server, and uses the same
database: that of \`DATABASE_URL\`, or the server's own Postgres in \`DATA_DIR\`, which it starts for that time if no server runs.
Servers may run meanwhile, unless a command says otherwise.`,
    `\`\`\`\nnpx ${programName} doctor\nnpx ${programName} --help\nnpx ${programName} user create --help\n\`\`\``,
    `- \`--json\` prints one JSON document on stdout. Errors are then a document in the last line of stderr: \`{"error":{"code":"…","message":"…"}}\`.
  \`code\` is one of those of the [API](errors.md), or one of the program: ${ownCodes}.
- Progress of long work is written to stderr, a line each.
- What changes something is recorded in the [audit log](how-to/read-the-audit-log.md) as an action of the operator.
- Secrets are never printed, except passwords that a command generates: once, by that command.`,
    [
      '| exit code | meaning |',
      '| --- | --- |',
      `| ${exitCodes.ok} | Done. |`,
      `| ${exitCodes.failed} | Failed, or a check found a problem. |`,
      `| ${exitCodes.usage} | Wrong usage: an unknown command or option, or a value that is not accepted. |`,
      '| 130 | Interrupted by SIGINT or SIGTERM. |',
    ].join('\n'),
    'Commands for [development](../CONTRIBUTING.md) are scripts of `package.json`. `npm run codegen` generates this page from `src/cli/commands.ts`.',
  ];
}

function describe({ name, summary, notes, args = {}, options = {}, examples }: Command, heading: string): string[] {
  const usage = [programName, name, ...Object.keys(args)].join(' ');
  const rows = [
    ...Object.entries(args),
    ...Object.entries(options).map(([flags, spec]): [string, string] => {
      if (typeof spec === 'string') return [flags, spec];
      const { description, required, choices, default: value } = spec;
      const more = [required && 'required', choices && `one of ${choices.join(', ')}`, value && `defaults to ${value}`];
      return [flags, [description, ...more.filter(Boolean)].join('; ')];
    }),
  ].map(([word, description]) => [`\`${word}\``, description]);
  const calls = examples.map((example) => `${programName} ${example}`);
  return [
    `${heading} ${name}`,
    `${summary}.${notes ? ` ${notes}` : ''}`,
    ...(rows.length > 0 ? [`\`${usage}${Object.keys(options).length > 0 ? ' [options]' : ''}\``] : []),
    ...(rows.length > 0 ? [markdownTable(['argument or option', 'meaning'], rows)] : []),
    `\`\`\`\n${calls.join('\n')}\n\`\`\``,
  ];
}
