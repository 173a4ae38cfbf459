import { markdownTable } from '../platform/markdown-table.js';
import { defaultOf, type Setting } from './setting.js';
import { sections } from './settings/index.js';

const introduction = `# Configuration

You set everything by environment variables. You need none of them to try the server: \`npm start\` runs its own Postgres and
makes its own keys.

\`\`\`
PORT=4001 LOG_LEVEL=warn npm start
\`\`\`

- An empty variable counts as not set.
- \`NAME_FILE=/path\` reads \`NAME\` from a file, for every variable below: \`JWT_SECRET_FILE=/run/secrets/jwt\`. Setting both is an error.
- An error ends the start. All errors are listed at once, each with what is accepted; the values of secrets are never shown.

Keys, the database, files, roles, backups and production: [operations.md](operations.md). \`npm run docs\` writes this page from
\`src/config/settings\`.
`;

/** docs/configuration.md: every setting, as it is declared. */
export function describeSettings(): string {
  const tables = sections.map(({ title, settings }) => {
    const rows = Object.entries(settings).map(([name, setting]) => [
      `\`${name}\``,
      setting.type.description ?? '',
      defaultText(setting),
      [setting.description, ...notes(setting)].join(' '),
    ]);
    return `## ${title}\n\n${markdownTable(['variable', 'accepts', 'default', 'meaning'], rows)}`;
  });
  return `${[introduction, ...tables].join('\n')}\n${providersNote}`;
}

const providersNote = `A workspace's own providers come first: secrets of the whole workspace with the same names (\`SMTP_URL\`, \`TWILIO_ACCOUNT_SID\` …).
Half of a provider's secrets is an error, not a reason to use the server's. Their addresses must be public or listed in
\`OUTBOUND_ALLOW\`; those set here need not. Where nobody has credentials, a server with its own Postgres outside production keeps
messages in the sandbox outbox (\`sandboxed\`).
`;

function notes({ secret, needs }: Setting): string[] {
  return [
    ...(needs ? [`Needs ${needs.map((name) => `\`${name}\``).join(' and ')}.`] : []),
    ...(secret ? ['Secret.'] : []),
  ];
}

/** The default of an own Postgres, and where it differs, of a given database and of production. */
function defaultText(setting: Setting): string {
  if (setting.requiredInProduction) return `${setting.unset}; **required in production**`;
  if (setting.default === undefined) return setting.unset ?? 'none';
  const own = written(defaultOf(setting, { production: false, embedded: true }));
  const given = written(defaultOf(setting, { production: false, embedded: false }));
  const production = written(defaultOf(setting, { production: true, embedded: true }));
  if (given !== own) return `${own} with the server's own Postgres; ${given} with a \`DATABASE_URL\` and in production`;
  return production === own ? own : `${own}; in production ${production}`;
}

function written(value: unknown): string {
  return Array.isArray(value) && value.length === 0 ? 'none' : `\`${value}\``;
}
