import { graphql, type ResultOf } from '../../api/graphql';

export const listNodeTypes = graphql(`
  query EditorNodeTypes {
    nodeTypes {
      type
      title
      category
      description
      effects
      errorHandle
      sourceHandles
      targetHandles
      capability
      trigger
      example
      sample
      fields
      sinks
      verbatim
    }
  }
`);

export type NodeTypeInfo = ResultOf<typeof listNodeTypes>['nodeTypes'][number];
export type Category = NodeTypeInfo['category'];
export type NodeTypes = ReadonlyMap<string, NodeTypeInfo>;

/** The categories, in the order of the palette. */
export const categories: readonly Category[] = [
  'trigger',
  'logic',
  'data',
  'http',
  'message',
  'crm',
  'ai',
  'wait',
  'flow',
  'webhook',
  'voice',
];
