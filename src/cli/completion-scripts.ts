import type { Command, Group } from './command.js';

const program = 'workspace-automation';

interface Place {
  /** The words before the completed one: none, or the name of a group or command. */
  path: string;
  /** What can follow, with what it does. */
  words: readonly (readonly [word: string, summary: string])[];
}

/** By the name of the shell: writes its completion of all commands and options. */
export const completionScripts: Readonly<Record<string, (table: readonly (Command | Group)[]) => string>> = {
  bash: (table) => bashScript(placesOf(table)),
  zsh: (table) => `#compdef ${program}\nautoload -U +X bashcompinit && bashcompinit\n${bashScript(placesOf(table))}`,
  fish: (table) => fishScript(placesOf(table)),
};

function placesOf(table: readonly (Command | Group)[]): Place[] {
  const root: Place = { path: '', words: table.map(({ name, summary }) => [name, summary]) };
  return [
    root,
    ...table.flatMap((entry) => {
      if (!('commands' in entry)) return [placeOf(entry)];
      const words = entry.commands.map(({ name, summary }) => [name.slice(entry.name.length + 1), summary] as const);
      return [{ path: entry.name, words }, ...entry.commands.map(placeOf)];
    }),
  ];
}

function placeOf({ name, options = {} }: Command): Place {
  const own = Object.entries(options).map(([flags, spec]) => {
    const [flag = ''] = flags.split(' ');
    return [flag, typeof spec === 'string' ? spec : spec.description] as const;
  });
  return { path: name, words: [...own, ['--json', 'print one JSON document'], ['--help', 'show the help']] };
}

function bashScript(places: readonly Place[]): string {
  const cases = places.map(({ path, words }) => `    '${path}') words='${words.map(([word]) => word).join(' ')}' ;;`);
  return `_workspace_automation() {
  local words='' path='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) ;; *) [[ "$path" == *' '* ]] || path="\${path:+$path }$word" ;; esac
  done
  [[ -n "$(_workspace_automation_words "$path")" ]] || path="\${path%% *}"
  words="$(_workspace_automation_words "$path")"
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
_workspace_automation_words() {
  local words=''
  case "$1" in
${cases.join('\n')}
  esac
  printf '%s' "$words"
}
complete -o default -F _workspace_automation ${program}
`;
}

function fishScript(places: readonly Place[]): string {
  const lines = places.flatMap(({ path, words }) => {
    const typed = path === '' ? [] : path.split(' ');
    const seen = typed.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ');
    const next = words.filter(([word]) => !word.startsWith('-')).map(([word]) => word);
    const none = next.length > 0 ? `not __fish_seen_subcommand_from ${next.join(' ')}` : '';
    const condition = [seen, none].filter(Boolean).join('; and ');
    return words.map(([word, summary]) => {
      const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-a ${word}`;
      return `complete -c ${program} -f -n '${condition}' ${what} -d '${summary.replaceAll("'", "\\'")}'`;
    });
  });
  return `${lines.join('\n')}\n`;
}
