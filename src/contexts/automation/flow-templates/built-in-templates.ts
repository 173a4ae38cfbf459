import { externalReferencesOf } from '../../../engine/index.js';
import { catalogue } from '../../../nodes/index.js';
import { applyInput, emptyContent, type FlowContent } from '../flows/index.js';
import type { FlowTemplate } from './flow-template.entity.js';
import { gallery } from './gallery/index.js';
import { requiredSecretsOf } from './required-secrets.js';

/** The date of the gallery: sorted by time, its templates are older than every template of a workspace. */
const createdAt = new Date('2026-01-01T00:00:00.000Z');

export type BuiltInTemplate = Omit<FlowTemplate, 'workspaceId' | 'usageCount'> & { content: FlowContent };

/** The templates that all workspaces have, in the order of the gallery. */
export const builtInTemplates: readonly BuiltInTemplate[] = gallery.map(({ id, category, ...draft }) => {
  const content = applyInput(emptyContent, draft);
  const { name, description, tags, nodes, edges, variables, settings } = content;
  const requiredSecrets = requiredSecretsOf(externalReferencesOf(content, catalogue));
  const times = { createdAt, updatedAt: createdAt };
  return {
    id,
    name,
    description,
    category,
    tags,
    nodes,
    edges,
    variables,
    settings,
    requiredSecrets,
    builtIn: true,
    content,
    ...times,
  };
});

const byId = new Map(builtInTemplates.map((template) => [template.id, template]));

export const builtInIds: ReadonlySet<string> = new Set(byId.keys());

/** The built-in template with this ID; undefined for others. */
export function builtInTemplate(id: string): BuiltInTemplate | undefined {
  return byId.get(id);
}
