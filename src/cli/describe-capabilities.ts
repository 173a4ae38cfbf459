import { type GraphQLObjectType, type GraphQLSchema, lexicographicSortSchema } from 'graphql';
import { capabilities, capabilitiesOfRole, roles } from '../platform/access/capabilities.js';
import type { DeclaredRule } from '../platform/graphql/allow.js';
import { markdownTable } from '../platform/markdown-table.js';

const introduction = `# Roles and capabilities

<!-- Written by \`npm run codegen\` from src/platform/access/capabilities.ts and the rules beside the resolvers. -->

A member holds what its role brings and what was granted on top of it. An API key holds no more than its own list, and
nothing that its creator no longer holds. Nobody grants what they do not hold; nobody touches a member of a higher role;
only an OWNER makes an OWNER, and the last one can be neither demoted nor removed. Rights are looked up anew for each
request and for each event of a subscription: what is taken away is gone at once.
`;

/** Roles × capabilities, and what each way into the graph asks for, in Markdown: what \`docs/capabilities.md\` holds. */
export function describeCapabilities(schema: GraphQLSchema): string {
  const sorted = lexicographicSortSchema(schema);
  const entrances = [
    sorted.getQueryType(),
    sorted.getType('Workspace') as GraphQLObjectType | undefined,
    sorted.getMutationType(),
    sorted.getSubscriptionType(),
  ];
  const matrix = capabilities.map((capability) => [
    `\`${capability}\``,
    ...roles.map((role) => (capabilitiesOfRole[role].has(capability) ? '✓' : '')),
  ]);
  const asked = entrances.flatMap((type) =>
    Object.values(type?.getFields() ?? {})
      .filter((field) => field.extensions.rule)
      .map((field) => [`\`${type?.name}.${field.name}\``, asksFor(field.extensions.rule as DeclaredRule)]),
  );
  return [
    introduction,
    markdownTable(['', ...roles], matrix),
    '## What each operation asks for\n\nREST routes run these operations, so the same holds for them.\n',
    markdownTable(['', 'asks for'], asked),
  ].join('\n');
}

function asksFor(rule: DeclaredRule): string {
  const parts = [
    rule.public && 'nothing',
    rule.session && 'a signed-in person',
    !rule.session && rule.authenticated && 'any credential',
    rule.capability && `\`${rule.capability}\``,
    rule.roles && `the role ${rule.roles.join(' or ')}`,
    rule.offeredBy && `the server's \`${rule.offeredBy.variable}\` on`,
    rule.keyCapability && `of API keys \`${rule.keyCapability}\``,
    !rule.public && !rule.authenticated && !rule.capability && !rule.roles && 'to be a member',
  ];
  return parts.filter((part) => typeof part === 'string').join(', ');
}
