import { useMemo } from 'react';
import { graphql, type ResultOf } from '../api/graphql';
import { useRead } from '../api/query';
import { useTranslated } from '../catalogue/use-translated';
import connectors from '../generated/connectors.json';
import type { IconName } from '../ui/icon';

const nodeTypesOf = graphql(`
  query CanvasNodeTypes {
    nodeTypes {
      type
      title
      category
      sourceHandles
      targetHandles
    }
  }
`);

/** What a canvas shows of a type of node. */
export type CanvasNodeType = NonNullable<ResultOf<typeof nodeTypesOf>['nodeTypes']>[number];
export type Catalogue = ReadonlyMap<string, CanvasNodeType>;

/** The types of nodes by their name; empty until they were read. */
export function useCatalogue(): Catalogue {
  const { data } = useRead(nodeTypesOf, {});
  const types = useTranslated(data?.nodeTypes);
  return useMemo(() => new Map((types ?? []).map((one) => [one.type, one])), [types]);
}

const iconOfType: Readonly<Record<string, IconName>> = {
  'data.aggregate': 'chart',
  'data.batch': 'columns',
  'data.code': 'code',
  'data.dedupe': 'copy',
  'data.filter': 'filter',
  'data.join': 'link',
  'data.sort': 'diff',
  'data.transform': 'sliders',
  'logic.delay': 'clock',
  'logic.exit': 'stop',
  'logic.loop': 'refresh',
  'logic.merge': 'columns',
  'logic.race': 'columns',
  'logic.stop': 'stop',
  'logic.switch': 'sliders',
  'message.email': 'mail',
  'trigger.aiTool': 'robot',
  'trigger.crmEvent': 'people',
  'trigger.executionFailed': 'alert',
  'trigger.form': 'edit',
  'trigger.feed': 'refresh',
  'trigger.manual': 'play',
  'trigger.pageChange': 'refresh',
  'trigger.poll': 'refresh',
  'trigger.schedule': 'calendar',
  'trigger.voiceCall': 'phone',
  'trigger.webhook': 'webhook',
  'wait.approval': 'user',
  'wait.callback': 'link',
  'wait.form': 'edit',
};

const iconOfCategory: Readonly<Record<string, IconName>> = {
  ai: 'robot',
  app: 'globe',
  crm: 'people',
  data: 'variable',
  event: 'bolt',
  file: 'file',
  flow: 'flow',
  http: 'globe',
  logic: 'branch',
  message: 'send',
  state: 'save',
  trigger: 'bolt',
  voice: 'phone',
  wait: 'wait',
  webhook: 'webhook',
  workspace: 'layout',
};

/** The group of a type: what stands before the dot of its name. */
export const categoryOf = (type: string): string => type.split('.')[0] ?? '';

const iconOfService: Readonly<Record<string, string>> = connectors.icons;
const triggersOfServices: ReadonlySet<string> = new Set(connectors.triggers);

/** Whether a type of node starts flows. */
export const isTrigger = (type: string): boolean => type.startsWith('trigger.') || triggersOfServices.has(type);

/** The icon of a type of node; of an action or trigger of a service that of the service. */
export const iconOfNode = (type: string): IconName => {
  const [category = '', service = ''] = type.split('.');
  const own = category === 'app' ? (iconOfService[service] as IconName | undefined) : iconOfType[type];
  return own ?? iconOfCategory[category] ?? 'circle';
};
