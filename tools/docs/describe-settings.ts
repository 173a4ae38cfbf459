import { defaultOf, type Setting } from '../../src/config/setting.js';
import { sections } from '../../src/config/settings/index.js';
import { markdownTable } from './markdown-table.js';

const introduction = `# Configuration

You configure the server with environment variables. None of them is required to try it: without any, \`npm start\` runs its own
Postgres and creates its own keys.

\`\`\`
PORT=4001 LOG_LEVEL=warn npm start
\`\`\`

- An empty variable is the same as one that is not set.
- \`NAME_FILE=/path\` reads \`NAME\` from a file, for every variable below: \`JWT_SECRET_FILE=/run/secrets/jwt\`. Setting both is an error.
- With an invalid value the server does not start. It lists all errors at once, each with what is accepted, and never shows the value of a secret.

[operations.md](operations.md) explains keys, the database, files, roles, backups and production. \`npm run codegen\` generates this page
from \`src/config/settings\`.
`;

/** docs/configuration.md: every setting, from its declaration. */
export function describeSettings(): string {
  const tables = sections.map(({ title, settings }) => {
    const rows = Object.entries(settings).map(([name, setting]) => [
      `\`${name}\``,
      setting.type.description ?? '',
      defaultText(setting),
      [setting.description, ...notes(setting)].join(' '),
    ]);
    return `## ${title}\n\n${markdownTable(['variable', 'accepts', 'default', 'description'], rows)}`;
  });
  return `${[introduction, ...tables].join('\n')}\n${providersNote}`;
}

const providersNote = `A workspace can use its own providers: store secrets with the same names in it (\`SMTP_URL\`, \`TWILIO_ACCOUNT_SID\` …). They take
precedence over these settings. All required secrets of a provider must be set; the server's credentials do not replace missing ones.
The addresses of a workspace's providers must be public or listed in \`OUTBOUND_ALLOW\`; those set here need not be.
The mail server of a workspace sends its invitations only if this server has none, and no other email of this server.

Without any credentials, a server with its own Postgres outside production keeps messages in the outbox as \`sandboxed\`.
`;

function notes({ secret, needs }: Setting): string[] {
  return [
    ...(needs ? [`Requires ${needs.map((name) => `\`${name}\``).join(' and ')}.`] : []),
    ...(secret ? ['Its value is a secret.'] : []),
  ];
}

/** The default with the embedded Postgres, and where they differ, with a `DATABASE_URL` and in production. */
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
