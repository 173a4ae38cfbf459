import { ownHandlesOf } from '../../src/engine/handles.js';
import {
  connectors,
  describeNode,
  type NodeType,
  nodeTypes,
  type Outcome,
  rightsOfNode,
} from '../../src/nodes/index.js';
import { type MeterName, meterOf } from '../../src/platform/metering/meters.js';
import { type Schema, schemaRows } from './describe-schema.js';
import { markdownTable } from './markdown-table.js';
import { exampleTime, tryNode } from './try-node.js';

/** The file of a node type's page in docs/nodes. */
export function nodePage({ type }: Pick<NodeType, 'type'>): string {
  return `${type}.md`;
}

/** The types that have a page of their own. Those of services are described with their service. */
export const documentedNodes: readonly NodeType[] = nodeTypes.filter(({ type }) => !isDeclared(type));

function isDeclared(type: string): boolean {
  return connectors.some(({ service }) => type.startsWith(`app.${service}.`));
}

/** docs/nodes/README.md: every node type in a line. */
export function describeNodes(): string {
  const rows = documentedNodes.map((node) => [
    `[\`${node.type}\`](${nodePage(node)})`,
    node.description,
    codes(describeNode(node).sourceHandles),
    codes(Object.keys(node.cost ?? {})),
    codes(rightsOfNode({ type: node.type, data: node.example })),
  ]);
  return [
    '# Nodes\n',
    'All node types. `npm run codegen` generates these pages from the definitions in `src/nodes`, and runs each',
    'example. Actions and triggers of other services are described with [connectors](../connectors/README.md). [Policies](../flows.md#policies) that every node accepts and [expressions](../flows.md#expressions) are described with flows.\n',
    markdownTable(['type', 'what it does', 'leaves by', 'billed as', 'requires'], rows),
  ].join('\n');
}

/** docs/nodes/<type>.md: the documentation of a node type. */
export async function describeNodePage(node: NodeType): Promise<string> {
  const parts = [
    `# ${node.title}\n\n\`${node.type}\`: ${node.description}\n`,
    fieldsOf(node),
    handlesOf(node),
    `**Output**: ${node.output}\n`,
    costOf(node),
    rightOf(node),
    errorsOf(node),
    await exampleOf(node),
  ];
  return `${parts.filter((part) => part !== '').join('\n')}\n[All nodes](README.md)\n`;
}

/** The fields of a node type, and what each takes. */
export function fieldsOf(node: NodeType): string {
  const rows = schemaRows(describeNode(node).fields as Schema).map(({ path, required, type, description }) => [
    required ? `**\`${path}\`**` : `\`${path}\``,
    type,
    [description, ...notesOf(node, path)].filter(Boolean).join(' '),
  ]);
  if (rows.length === 0) return '## Fields\n\nIt has no fields of its own.\n';
  return `## Fields\n\nRequired fields are **bold**.\n\n${markdownTable(['field', 'type', 'meaning'], rows)}`;
}

/** What the definition declares for a field besides its schema. */
function notesOf({ verbatim = {}, references = {}, secretNames = [], sinks = {} }: NodeType, path: string): string[] {
  const kind = references[path];
  const sink = Object.hasOwn(sinks, path) ? sinks[path] : undefined;
  return [
    ...(kind ? [`Refers to a record: ${kind.label}.`] : []),
    ...(sink === 'uses' ? ['Accepts secrets.'] : []),
    ...(sink === 'handsOn' ? ['Accepts secrets as text, which stay secrets in the called execution.'] : []),
    ...(secretNames.includes(path) ? ['The name of a secret, not an expression.'] : []),
    ...(verbatim[path] === 'cel' ? ['One CEL expression without `{{ }}`.'] : []),
    ...(verbatim[path] === 'template' ? ['Resolved each time it is needed.'] : []),
    ...(verbatim[path] === 'code' ? ['Expressions in it are not resolved.'] : []),
  ];
}

function handlesOf(node: NodeType): string {
  const { sourceHandles, targetHandles } = describeNode(node);
  const enters = targetHandles.length > 0 ? `**Enters by** ${codes(targetHandles)}. ` : '';
  const leaves = sourceHandles.length > 0 ? codes(sourceHandles) : 'no handle: the execution ends';
  const undecided = node.decides ? ownHandlesOf(node, {}).at(-1) : undefined;
  const inSpite = undecided ? ` A failed step with \`onError: "continue"\` leaves by \`${undecided}\`.` : '';
  return `## Result\n\n${enters}**Leaves by** ${leaves}.${inSpite}\n`;
}

function costOf({ cost = {} }: NodeType): string {
  const meters = Object.keys(cost).map((name) => {
    const { unit, credits } = meterOf(name as MeterName);
    return `\`${name}\`, ${credits} ${credits === 1 ? 'credit' : 'credits'} per ${unit}`;
  });
  if (meters.length === 0) return '**Cost**: free.\n';
  return `**Cost**: ${meters.join('; ')}, unless another [rate](../credits.md#rates) is set.\n`;
}

function rightOf({ type, capability, reads, example, fields }: NodeType): string {
  if (!capability && reads) {
    const rights = rightsOfNode({ type, data: example });
    return rights.length === 0
      ? ''
      : `**Requires** the [capabilities](../flows.md#rights-of-nodes) of its operation, here ${codes(rights)}.\n`;
  }
  if (!capability) return '';
  const [, ...further] = rightsOfNode({ type, data: example });
  const chosen = reads && 'eventType' in fields.shape ? ' that reads its event, here' : '';
  const also = further.length > 0 ? `, and the one${chosen} ${codes(further)}` : '';
  return `**Requires** the [capability](../flows.md#rights-of-nodes) \`${capability}\`${also}.\n`;
}

function errorsOf({ errors = [], fields, effects }: NodeType): string {
  const all = [
    ...(Object.keys(fields.shape).length > 0
      ? ['FIELD_INVALID', 'FIELD_REQUIRED', 'EXPRESSION_FAILED', 'EXPR_NULL', 'WORK_LIMIT']
      : []),
    ...errors,
    ...(effects ? ['STEP_TIMEOUT'] : []),
  ];
  return all.length === 0 ? '' : `**Errors**: ${codes([...new Set(all)])}.\n`;
}

async function exampleOf(node: NodeType): Promise<string> {
  const { triggerData = node.trigger ? node.sample : undefined, inputs, answer } = node.exampleRun;
  const given = [
    block('The node has this `data`:', node.example),
    ...(triggerData === undefined ? [] : [block('The execution was started with:', triggerData)]),
    ...(inputs === undefined ? [] : [block('These outputs arrived, by node:', inputs)]),
    ...(answer === undefined ? [] : [block('The response to its call:', answer)]),
  ];
  const simulated = node.effects ? [block('In a simulation its output is:', node.sample)] : [];
  return ['## Example\n', ...given, resultOf(node, await tryNode(node)), ...simulated].join('\n');
}

function resultOf(node: NodeType, outcome: Outcome): string {
  const first = describeNode(node).sourceHandles[0];
  switch (outcome.kind) {
    case 'done':
      return block(`It leaves by \`${outcome.handle ?? first}\` with the output:`, outcome.output);
    case 'loop':
      return block(`It leaves by \`${first}\` once for each of these items:`, outcome.items);
    case 'stop':
      return `The execution ends as \`${outcome.status}\`${outcome.message ? `: ${outcome.message}` : ''}\n`;
    case 'failed':
    case 'postponed':
      return block('It fails with:', outcome.error);
    case 'wait':
      return waitOf(outcome, first);
  }
}

function waitOf({ until, output, handle, event }: Outcome & { kind: 'wait' }, first: string | undefined): string {
  const ends = [
    ...(event
      ? [
          `It leaves by \`${event.handle}\` when ${event.types.map((type) => `\`${type}\``).join(' or ')} occurs with \`${JSON.stringify(event.match)}\`${event.conditions ? ' and its other conditions hold' : ''}.`,
        ]
      : []),
    ...(until
      ? [`At ${until.toISOString()} it leaves by \`${handle ?? first}\`.`]
      : event
        ? []
        : ['It continues when what it started has ended.']),
  ];
  const begin = `It starts at ${exampleTime.toISOString()} and waits.`;
  const text = [begin, ...ends].join(' ');
  return output === null || output === undefined
    ? `${text}\n`
    : block(`${text} While it waits, its output is:`, output);
}

function codes(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}

/** A title above a value in JSON. */
export function block(title: string, value: unknown): string {
  return `${title}\n\n\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\`\n`;
}
