import { type Connector, connectors, type NodeType, nodeTypes } from '../../src/nodes/index.js';
import { block, fieldsOf } from './describe-nodes.js';
import { markdownTable } from './markdown-table.js';
import { tryNode } from './try-node.js';

const nodesOf = ({ service }: Connector) => nodeTypes.filter(({ type }) => type.startsWith(`app.${service}.`));

/** docs/connectors/README.md: every service in a line. */
export function describeConnectors(): string {
  const rows = connectors.map((one) => {
    const actions = Object.keys(one.actions);
    const triggers = Object.keys(one.triggers);
    return [`[${one.title}](${one.service}.md)`, one.about[0], codes(actions), codes(triggers)];
  });
  return [
    '# Connectors\n',
    'Services whose actions and triggers are nodes of flows, which use a [connection](../how-to/use-a-connection.md). They are declared in',
    '`src/connectors`; `npm run codegen` generates these pages, and runs each example. [How to write one](../how-to/write-a-connector.md).\n',
    markdownTable(['service', 'what it is for', 'actions', 'triggers'], rows),
  ].join('\n');
}

/** docs/connectors/<service>.md: a service, and all that flows can do with it. */
export async function describeConnector(connector: Connector): Promise<string> {
  const { title, about, docs, hosts, rate, connect } = connector;
  const operations = await Promise.all(nodesOf(connector).map((node) => describeOperation(connector, node)));
  return [
    `# ${title}\n\n${about[0]} Its documentation: <${docs}>\n`,
    `## Connection\n\n${connect[0]}\n`,
    `**Hosts**: ${codes(hosts)}.\n`,
    `**Credentials**: ${connector.auth.map(credentials).join('; or ')}.\n`,
    rate
      ? `**Rate**: ${rate.count} requests in ${rate.seconds} seconds for each connection, for which steps wait.\n`
      : '',
    ...operations,
    '[All connectors](README.md)\n',
  ]
    .filter((part) => part !== '')
    .join('\n');
}

async function describeOperation(connector: Connector, node: NodeType): Promise<string> {
  const name = node.type.split('.')[2] ?? '';
  const scopes = (connector.actions[name] ?? connector.triggers[name])?.scopes;
  const outcome = await tryNode(node);
  return [
    `## ${node.title.slice(connector.title.length + 2)}\n\n\`${node.type}\`: ${node.description}\n`,
    fieldsOf(node).replace('## Fields\n\n', ''),
    scopes ? `**Scopes** of OAuth2: ${codes(scopes)}.\n` : '',
    `**Output**: ${node.output}\n`,
    block('The node has this `data`:', node.example),
    block(
      node.trigger ? 'It starts the flow with:' : 'Its output:',
      outcome.kind === 'done' ? outcome.output : outcome,
    ),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

function credentials(auth: Connector['auth'][number]): string {
  switch (auth.type) {
    case 'oauth2':
      return `\`oauth2\` of the provider \`${auth.provider}\`${auth.scopes.length > 0 ? ` with the scopes ${codes(auth.scopes)}` : ''}`;
    case 'apiKey':
      return `\`apiKey\` with the placement \`${auth.placement}\` and the name \`${auth.name}\``;
    default:
      return `\`${auth.type}\``;
  }
}

const codes = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ') || 'none';
