import { type Command, defineCommand, type Group, UsageError } from '../command.js';
import { completionScripts } from '../completion-scripts.js';

/** Prints the completion of a shell, generated from the table of commands. @param table read when the command runs */
export const completionOf = (table: () => readonly (Command | Group)[]) =>
  defineCommand({
    name: 'completion',
    summary: 'Print the completion of a shell: bash, zsh or fish',
    args: { '<shell>': 'bash, zsh or fish' },
    examples: [
      'completion bash > ~/.local/share/bash-completion/completions/workspace-automation',
      'completion fish > ~/.config/fish/completions/workspace-automation.fish',
    ],
    async run(_, __, shell = '') {
      const write = completionScripts[shell];
      if (!write) throw new UsageError(`The shell must be one of ${Object.keys(completionScripts).join(', ')}.`);
      const script = write(table());
      return { data: { shell, script }, lines: script.trimEnd().split('\n') };
    },
  });
