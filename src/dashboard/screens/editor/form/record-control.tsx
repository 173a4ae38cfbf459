import { graphql } from '../../../api/graphql';
import { useRead } from '../../../api/query';
import { Select } from '../../../ui/field';
import { useEditor } from '../use-editor';
import { type ControlProps, useForm } from './form-context';

const listChoices = graphql(`
  query EditorChoices(
    $id: ID!
    $flows: Boolean!
    $agents: Boolean!
    $voiceAgents: Boolean!
    $pipelines: Boolean!
    $sequences: Boolean!
    $secrets: Boolean!
    $connections: Boolean!
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
      connections(limit: 100, sortBy: name, sortOrder: asc) @include(if: $connections) {
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
  connection: 'connections',
} as const;
export type RecordKind = (typeof records)[keyof typeof records];

/** The kind of record that a field names by its ID; undefined for other fields. */
export const recordOf = (name: string): RecordKind | undefined => records[name as keyof typeof records];

interface ChoiceProps extends Pick<ControlProps, 'label' | 'value' | 'onChange'> {
  /** The values, or those that have other names. */
  options: readonly (string | { value: string; label: string })[];
}

/** One of some values, or none. */
export function Choice({ label, value, onChange, options }: ChoiceProps) {
  const { readOnly } = useForm();
  const named = options.map((one) => (typeof one === 'string' ? { value: one, label: one } : one));
  return (
    <Select
      aria-label={label}
      disabled={readOnly}
      value={typeof value === 'string' ? value : ''}
      options={[{ value: '', label: '–' }, ...named]}
      onChange={(next) => onChange(next === '' ? undefined : next)}
    />
  );
}

/** A choice among the records of the workspace. One that is not among them keeps its ID. */
export function RecordControl({ record, ...props }: ControlProps & { record: RecordKind }) {
  const options = useChoices(record);
  const unknown = typeof props.value === 'string' && !options.some(({ value }) => value === props.value);
  return <Choice {...props} options={unknown && props.value ? [String(props.value), ...options] : options} />;
}

function useChoices(record: RecordKind): { value: string; label: string }[] {
  const { workspaceId } = useEditor();
  const none = {
    flows: false,
    agents: false,
    voiceAgents: false,
    pipelines: false,
    sequences: false,
    secrets: false,
    connections: false,
  };
  const wanted = { ...none, [record === 'stages' ? 'pipelines' : record]: true };
  const { data } = useRead(listChoices, { id: workspaceId, ...wanted });
  const found = data?.workspace;
  if (!found) return [];
  const { flows, agents, voiceAgents, pipelines, followUpSequences: sequences, secrets, connections } = found;
  if (record === 'stages') {
    return (pipelines?.items ?? []).flatMap(({ name, stages }) =>
      stages.map((stage) => ({ value: stage.key, label: `${name}: ${stage.name}` })),
    );
  }
  if (record === 'connections') return (connections?.items ?? []).map(({ name }) => ({ value: name, label: name }));
  if (record === 'secrets') return (secrets?.items ?? []).map(({ name }) => ({ value: name, label: name }));
  const lists = { flows, agents, voiceAgents, pipelines, sequences };
  return (lists[record]?.items ?? []).map(({ id, name }) => ({ value: id, label: name }));
}
