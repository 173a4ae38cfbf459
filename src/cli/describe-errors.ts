import { closeCodes } from '../app/close-codes.js';
import { deliveryErrors } from '../contexts/engagement/channels/index.js';
import { siteErrors } from '../contexts/engagement/company-contexts/index.js';
import { type ExecutionErrorEntry, executionErrors, externalErrors, stepErrors } from '../engine/errors/index.js';
import { rules } from '../engine/rules/all-rules.js';
import type { Rule } from '../engine/rules/rule.js';
import { apiErrors } from '../platform/error-catalogue.js';
import { markdownTable } from '../platform/markdown-table.js';

const introduction = `# Errors

Every error has a code that stays the same; its message says what is wrong and what is accepted. \`npm run docs\` writes this page
from the tables in the code.

| where you met the code | section |
| --- | --- |
| \`error.code\` of a REST answer, \`extensions.code\` in GraphQL | [API errors](#api-errors) |
| the close code of a WebSocket | [WebSocket close codes](#websocket-close-codes) |
| \`details[].rule\` of a flow, \`ruleId\` of \`GET /flows/{flowId}/validate\` | [validation rules of flows](#validation-rules-of-flows) |
| \`error.code\` of a step or an execution | [step errors](#step-errors), [execution errors](#execution-errors) |
| \`error.code\` of a message | [delivery errors](#delivery-errors) |
| \`details[].rule\` of a site analysis | [site errors](#site-errors) |

## API errors

\`\`\`json
{ "success": false, "error": { "code": "VALIDATION_FAILED", "message": "…", "details": [{ "field": "name", "message": "…" }], "requestId": "…" } }
\`\`\`

The first check that fails decides: 401 credential, 403 session, 404 workspace, 403 capability, role and setting, 404 ID in the
path, 400 body. A record of another workspace and one that does not exist look alike. Only a body over its limit is refused at once.
`;

/** docs/errors.md: every public code, from the tables that the code itself uses. */
export function describeErrors(): string {
  const apiRows = Object.entries(apiErrors).map(([code, { status, ...entry }]) => [
    `\`${code}\``,
    String(status),
    ...cells(entry),
  ]);
  const closeRows = Object.entries(closeCodes).map(([code, { meaning, cure }]) => [code, meaning, cure]);
  return [
    introduction,
    markdownTable(['code', 'status', ...columns], apiRows),
    '## WebSocket close codes\n',
    markdownTable(['code', 'meaning', 'what to do'], closeRows),
    ruleSection(),
    '## Step errors\n\nErrors that the node itself causes.\n',
    table(stepErrors),
    'Errors that servers, providers and records of the workspace cause.\n',
    table(externalErrors),
    '## Execution errors\n\nAn execution has the error of the step that ended it, or one of these.\n',
    table(executionErrors),
    '## Delivery errors\n\nA message that could not be sent has the error of a step; one that was accepted but not delivered has one of these.\n',
    table(deliveryErrors),
    '## Site errors\n\nA page that cannot be read has one of these, or one of the `OUTBOUND_…` [step errors](#step-errors).\n',
    table(siteErrors),
  ].join('\n');
}

const columns = ['meaning', 'cause', 'what to do'];

function table(entries: Readonly<Record<string, ExecutionErrorEntry>>): string {
  return markdownTable(
    ['code', ...columns],
    Object.entries(entries).map(([code, entry]) => [`\`${code}\``, ...cells(entry)]),
  );
}

function cells({ meaning, cause, cure }: ExecutionErrorEntry): string[] {
  return [meaning, cause, cure];
}

const effects: readonly [title: string, applies: (rule: Rule) => boolean][] = [
  ['Block saving (`VALIDATION_FAILED`)', ({ blocks }) => blocks === 'save'],
  ['Block running (`FLOW_INVALID`); a draft can be saved', ({ blocks }) => blocks === 'activation'],
  ['Warnings', ({ severity }) => severity === 'warning'],
  ['Hints', ({ severity }) => severity === 'info'],
];

function ruleSection(): string {
  const parts = effects.map(([title, applies]) => {
    const rows = rules.filter(applies).map(({ id, meaning, cure }) => [`\`${id}\``, meaning, cure]);
    return `### ${title}\n\n${markdownTable(['rule', 'meaning', 'what to do'], rows)}`;
  });
  return `## Validation rules of flows\n\n${parts.join('\n')}`;
}
