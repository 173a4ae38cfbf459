import { catalogue } from '../../../../nodes/index.js';
import type { FlowContent } from '../content/flow-content.js';
import { configOf } from '../content/mirror-trigger.js';
import type { FlowTrigger } from './flow-trigger.entity.js';

/** A trigger as the content of a flow defines it. */
export interface ContentTrigger extends Pick<FlowTrigger, 'nodeId' | 'type' | 'config'> {
  isDisabled: boolean;
}

/** What starts a flow: its triggers in the order of its nodes; without one, what its settings say. */
export function triggersOf({ nodes, settings }: Pick<FlowContent, 'nodes' | 'settings'>): ContentTrigger[] {
  const triggers = nodes.flatMap((node): ContentTrigger[] => {
    const shape = catalogue.get(node.type);
    if (!shape?.trigger) return [];
    const isDisabled = node.data.disabled === true;
    return [{ nodeId: node.id, type: shape.trigger, config: configOf(node.data, shape), isDisabled }];
  });
  const { triggerType: type, triggerConfig: config } = settings;
  return triggers.length > 0 ? triggers : [{ nodeId: '', type, config, isDisabled: false }];
}
