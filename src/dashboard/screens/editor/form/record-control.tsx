import { graphql } from '../../../api/graphql';
import { useRead } from '../../../api/query';
import { Select } from '../../../ui/field';
import { useEditor } from '../editor-context';
import type { ControlProps } from './control-props';
import { useForm } from './form-context';

const listChoices = graphql(`
  query EditorChoices(
    $id: ID!
    $flows: Boolean!
    $agents: Boolean!
    $voiceAgents: Boolean!
    $pipelines: Boolean!
    $sequences: Boolean!
    $secrets: Boolean!
  ) {
    workspace(id: $id) {
      flows(limit: 100, sortBy: name, sortOrder: asc) @include(if: $flows) {
        items {
          id
          name
        }
      }
      agents(limit: 100, sortBy: name, sortOrder: asc) @include(if: $agents) {
        items {
          id
          name
        }
      }
      voiceAgents(limit: 100, sortBy: name, sortOrder: asc) @include(if: $voiceAgents) {
        items {
          id
          name
        }
      }
      pipelines(limit: 100, sortBy: name, sortOrder: asc) @include(if: $pipelines) {
        items {
          id
          name
          stages {
            key
            name
          }
        }
      }
      followUpSequences(limit: 100) @include(if: $sequences) {
        items {
          id
          name
        }
      }
      secrets(limit: 100, sortBy: name, sortOrder: asc) @include(if: $secrets) {
        items {
          id
          name
        }
      }
    }
  }
`);

const records = {
  flowId: 'flows',
  agentId: 'agents',
  voiceAgentId: 'voiceAgents',
  pipelineId: 'pipelines',
  stageId: 'stages',
  sequenceId: 'sequences',
  secretName: 'secrets',
} as const;
export type RecordKind = (typeof records)[keyof typeof records];

/** The kind of record that a field names by its ID; undefined for other fields. */
export const recordOf = (name: string): RecordKind | undefined => records[name as keyof typeof records];

/** A choice among the records of the workspace. */
export function RecordControl({ record, label, value, onChange }: ControlProps & { record: RecordKind }) {
  const { readOnly } = useForm();
  const options = useChoices(record);
  const current = typeof value === 'string' ? value : '';
  const isKnown = current === '' || options.some((one) => one.value === current);
  return (
    <Select
      aria-label={label}
      disabled={readOnly}
      value={current}
      options={[{ value: '', label: '–' }, ...(isKnown ? [] : [{ value: current, label: current }]), ...options]}
      onChange={(next) => onChange(next === '' ? undefined : next)}
    />
  );
}

function useChoices(record: RecordKind): { value: string; label: string }[] {
  const { workspaceId } = useEditor();
  const none = { flows: false, agents: false, voiceAgents: false, pipelines: false, sequences: false, secrets: false };
  const wanted = { ...none, [record === 'stages' ? 'pipelines' : record]: true };
  const { data } = useRead(listChoices, { id: workspaceId, ...wanted });
  const found = data?.workspace;
  if (!found) return [];
  const { flows, agents, voiceAgents, pipelines, followUpSequences: sequences, secrets } = found;
  if (record === 'stages') {
    return (pipelines?.items ?? []).flatMap(({ name, stages }) =>
      stages.map((stage) => ({ value: stage.key, label: `${name}: ${stage.name}` })),
    );
  }
  if (record === 'secrets') return (secrets?.items ?? []).map(({ name }) => ({ value: name, label: name }));
  const lists = { flows, agents, voiceAgents, pipelines, sequences };
  return (lists[record]?.items ?? []).map(({ id, name }) => ({ value: id, label: name }));
}
