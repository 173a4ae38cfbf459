import { savingRuleIds } from '../../../../engine/index.js';

/** The rules by which a flow or a template can be refused whose fields are all valid. */
export const contentRules: readonly string[] = [
  'GRAPH_INVALID',
  'DUPLICATE',
  'VALUE_TYPE',
  'REFERENCE_UNKNOWN',
  'REFERENCE_UNSUITABLE',
  'REQUIRED_WITH',
  'NOT_ALLOWED_WITH',
  'EXPRESSION_INVALID',
  ...savingRuleIds,
];
