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
  const targetShape = shapeOf(triggerType, catalogue);
  violations.push(...unknownKeys(sent.triggerConfig, targetShape));
  const kept = triggerType === current.triggerType ? current.triggerConfig : {};
  const triggerConfig = isBoth && !isEmpty(kept) ? kept : withoutNulls(sent.triggerConfig ?? kept);
  const written = { triggerType, triggerConfig };
  if (!node || !shape || isDeepStrictEqual(written, current)) return { nodes, settings: written };
  const replaced = { ...node, type: targetShape.type, data: { ...withoutFields(node.data, shape), ...triggerConfig } };
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

/** The part of a trigger node's data that configures the trigger; null counts as not set. */
export function configOf(data: NodeData, shape: NodeShape): Config {
  const own = Object.keys(shape.fields.shape).filter((name) => Object.hasOwn(data, name));
  return withoutNulls(Object.fromEntries(own.map((name) => [name, data[name]])));
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

function unknownKeys(config: Config | undefined, { trigger, fields }: NodeShape): ErrorDetail[] {
  const known = Object.keys(fields.shape);
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
