import { closeCodes } from '../../src/app/graphql/close-codes.js';
import { deliveryErrors } from '../../src/contexts/engagement/channels/index.js';
import { siteErrors } from '../../src/contexts/engagement/company-contexts/index.js';
import {
  type ExecutionErrorEntry,
  executionErrors,
  externalErrors,
  requestErrors,
  stepErrors,
} from '../../src/engine/errors/index.js';
import { rules } from '../../src/engine/rules/all-rules.js';
import type { Rule } from '../../src/engine/rules/rule.js';
import { businessRules } from '../../src/platform/errors/business-rules.js';
import { apiErrors } from '../../src/platform/errors/error-catalogue.js';
import { markdownTable } from './markdown-table.js';

const introduction = `# Errors

Every error has a code that does not change between versions. Its message says what is wrong and what is accepted; messages may
change. \`npm run codegen\` generates this page from the tables in the code.

| where the code appears | section |
| --- | --- |
| \`error.code\` of a REST answer, \`extensions.code\` in GraphQL | [API errors](#api-errors) |
| the close code of a WebSocket | [WebSocket close codes](#websocket-close-codes) |
| \`details[].rule\` of an input, \`x-business-rules\` of an operation in OpenAPI | [rules of inputs](#rules-of-inputs) |
| \`details[].rule\` of a flow, \`ruleId\` of \`GET /flows/{flowId}/validate\` | [validation rules of flows](#validation-rules-of-flows) |
| \`error.code\` of a step or an execution | [step errors](#step-errors), [execution errors](#execution-errors) |
| \`error.code\` of a message | [delivery errors](#delivery-errors) |
| \`details[].rule\` of a site analysis | [site errors](#site-errors) |

## API errors

\`\`\`json
{ "success": false, "error": { "code": "VALIDATION_FAILED", "message": "…", "details": [{ "field": "name", "message": "…" }], "requestId": "…" } }
\`\`\`

Checks run in this order, and the first one that fails decides the error: 401 credential, 403 session, 404 workspace, 403 verified email,
capability, role and setting, 404 ID in the path, 400 body. With a credential, a body over its size limit is refused before all others. A record of another
workspace gets the same error as one that does not exist.
`;

/** docs/errors.md: every public error code, from the tables that the code uses. */
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
    '## Rules of inputs\n\nWhat the schema of an input cannot say. Violations of the schema itself have no rule.\n',
    markdownTable(
      ['rule', 'meaning'],
      Object.entries(businessRules).map(([rule, meaning]) => [`\`${rule}\``, meaning]),
    ),
    ruleSection(),
    '## Step errors\n\nErrors of the node itself.\n',
    table(stepErrors),
    'Errors of the servers, providers and records that a step uses.\n',
    table(externalErrors),
    'Errors of the operations of the API that a step calls.\n',
    table(requestErrors),
    '## Execution errors\n\nAn execution has the error of the step that made it fail, or one of these.\n',
    table(executionErrors),
    '## Delivery errors\n\nA message that could not be sent has a step error. A message that the provider accepted but did not deliver has one of these.\n',
    table(deliveryErrors),
    '## Site errors\n\nA page that cannot be read has one of these errors, or an `OUTBOUND_…` [step error](#step-errors).\n',
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
  ['Block activation and execution (`FLOW_INVALID`); a draft can be saved', ({ blocks }) => blocks === 'activation'],
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
