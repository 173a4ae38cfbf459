import { isDeepStrictEqual } from 'node:util';
import type { GraphNode, NodeData } from '../../../../engine/graph.js';
import type { NodeCatalogue, NodeShape, TriggerType } from '../../../../engine/node-shape.js';
import type { ErrorDetail } from '../../../../platform/errors/errors.js';
import type { FlowSettings } from './flow-content.js';

type Config = Record<string, unknown>;
type TriggerSettings = Pick<FlowSettings, 'triggerType' | 'triggerConfig'>;

export interface TriggerRequest {
  /** The nodes to store, before the trigger is written into them. */
  nodes: GraphNode[];
  /** The stored settings. */
  settings: TriggerSettings;
  sent: {
    nodes?: unknown;
    settings?: { triggerType?: TriggerType; triggerConfig?: Config };
  };
  /** The setting that named the trigger. Defaults to `triggerType`. */
  namedBy?: string | undefined;
  catalogue: NodeCatalogue;
}

/**
 * Keeps the trigger's configuration equal in the trigger node, which is its source, and in the settings, which mirror
 * it. Sent settings are written into the trigger node; its id and edges stay. Without a trigger node only the settings
 * hold it. Adds to `violations` if nodes and settings were sent and differ, or if the trigger has no such setting.
 */
export function mirrorTrigger(
  request: TriggerRequest,
  violations: ErrorDetail[],
): { nodes: GraphNode[]; settings: TriggerSettings } {
  const { nodes, catalogue, settings } = request;
  const sent = request.sent.settings ?? {};
  // Of several triggers, the settings mirror the one that they name.
  const named = sent.triggerType ?? (request.sent.nodes === undefined ? settings.triggerType : undefined);
  const node = findTrigger(nodes, catalogue, named);
  const shape = node && catalogue.get(node.type);
  const current =
    node && shape?.trigger ? { triggerType: shape.trigger, triggerConfig: configOf(node.data, shape) } : settings;
  const triggerType = sent.triggerType ?? current.triggerType;
  const isBoth = node !== undefined && request.sent.nodes !== undefined;
  if (isBoth) violations.push(...differences(current, sent, request.namedBy));
  violations.push(...unknownKeys(sent.triggerConfig, triggerType, shapeOf(triggerType, catalogue)));
  const kept = triggerType === current.triggerType ? current.triggerConfig : {};
  const triggerConfig = isBoth && !isEmpty(kept) ? kept : withoutNulls(sent.triggerConfig ?? kept);
  const written = { triggerType, triggerConfig };
  if (!node || !shape || isDeepStrictEqual(written, current)) return { nodes, settings: written };
  const target = targetOf(written, catalogue);
  if (!target) {
    const message = 'triggerConfig.node must be the type of a trigger of a service, for example app.github.newIssue.';
    violations.push({ field: 'settings.triggerConfig.node', rule: 'TRIGGER_CONFIG_INVALID', message });
    return { nodes, settings: current };
  }
  const replaced = { ...node, type: target.type, data: { ...withoutFields(node.data, shape), ...target.data } };
  return { nodes: nodes.map((other) => (other === node ? replaced : other)), settings: written };
}

/** The trigger node that the settings mirror: of several, the one of the type that was sent. */
function findTrigger(nodes: GraphNode[], catalogue: NodeCatalogue, type?: TriggerType): GraphNode | undefined {
  const triggers = nodes.filter((node) => catalogue.get(node.type)?.trigger !== undefined);
  return triggers.find((node) => catalogue.get(node.type)?.trigger === type) ?? triggers[0];
}

function shapeOf(type: TriggerType, catalogue: NodeCatalogue): NodeShape {
  const shape = [...catalogue.values()].find(({ trigger }) => trigger === type);
  if (!shape) throw new Error(`The catalogue has no trigger of the type ${type}.`);
  return shape;
}

/** The node that a configuration describes: its type, and its fields. Undefined for a service that does not exist. */
function targetOf({ triggerType, triggerConfig }: TriggerSettings, catalogue: NodeCatalogue) {
  if (triggerType !== 'app') return { type: shapeOf(triggerType, catalogue).type, data: triggerConfig };
  const { node, data = {} } = triggerConfig as { node?: unknown; data?: Config };
  const shape = catalogue.get(String(node));
  return shape?.trigger === 'app' ? { type: shape.type, data } : undefined;
}

/**
 * The part of a trigger node's data that configures the trigger; null counts as not set. That of a service also names the type of
 * the node, because several have the same trigger.
 */
export function configOf(data: NodeData, shape: NodeShape): Config {
  const own = Object.keys(shape.fields.shape).filter((name) => Object.hasOwn(data, name));
  const config = withoutNulls(Object.fromEntries(own.map((name) => [name, data[name]])));
  return shape.trigger === 'app' ? { node: shape.type, data: config } : config;
}

function withoutFields(data: NodeData, shape: NodeShape): NodeData {
  return Object.fromEntries(Object.entries(data).filter(([name]) => !Object.hasOwn(shape.fields.shape, name)));
}

function withoutNulls(config: Config): Config {
  return Object.fromEntries(Object.entries(config).filter(([, value]) => value !== null && value !== undefined));
}

function differences(node: TriggerSettings, sent: Partial<TriggerSettings>, namedBy = 'triggerType'): ErrorDetail[] {
  const { triggerType, triggerConfig } = sent;
  if (triggerType !== undefined && triggerType !== node.triggerType) {
    return [mismatch(namedBy, `it is ${triggerType}, the type of the trigger node is ${node.triggerType}`)];
  }
  const both = triggerConfig && !isEmpty(triggerConfig) && !isEmpty(node.triggerConfig);
  if (!both || isDeepStrictEqual(withoutNulls(triggerConfig), node.triggerConfig)) return [];
  return [mismatch('triggerConfig', 'the data of the trigger node differs')];
}

function mismatch(name: string, difference: string): ErrorDetail {
  const message = `${name} must match the trigger node of the same request: ${difference}. Send only one of them, or equal values in both.`;
  return { field: `settings.${name}`, rule: 'TRIGGER_CONFIG_INVALID', message };
}

function unknownKeys(config: Config | undefined, trigger: TriggerType, { fields }: NodeShape): ErrorDetail[] {
  const known = trigger === 'app' ? ['node', 'data'] : Object.keys(fields.shape);
  return Object.keys(config ?? {})
    .filter((name) => !known.includes(name))
    .map((name) => ({
      field: `settings.triggerConfig.${name}`,
      rule: 'TRIGGER_CONFIG_INVALID',
      message: `${name} is not allowed for the trigger ${trigger}. Allowed: ${known.join(', ') || 'none'}.`,
    }));
}

function isEmpty(config: Config): boolean {
  return Object.keys(config).length === 0;
}
