import { useState } from 'react';
import { graphql } from '../../api/graphql';
import { useRead } from '../../api/query';
import { useTexts } from '../../i18n/texts';
import { Field, Select } from '../../ui/field';
import { useWorkspaceId } from '../../workspace/workspace';
import { texts } from './texts';

/** Which version retries run, and where they start. */
export interface RetryChoice {
  version?: 'current' | 'same';
  from?: 'start' | undefined;
}

/** What executions to retry ran, as far as it is known. */
export interface RanVersion {
  flowId: string | null;
  flowVersion: number | null;
}

const versionOf = graphql(`
  query ExecutionsCurrentVersion($workspaceId: ID!, $flowId: ID!) {
    workspace(id: $workspaceId) {
      flow(id: $flowId) {
        version
      }
    }
  }
`);

interface RetryFieldsProps {
  choice: RetryChoice;
  current: number | null;
  ran: number | null;
  onChange: (choice: RetryChoice) => void;
}

/** Which version many retries run, and where they start. A version that is newer than theirs is preselected. */
export function useRetryChoice(ran: RanVersion | undefined): RetryFieldsProps {
  const workspaceId = useWorkspaceId();
  const { flowId = null, flowVersion = null } = ran ?? {};
  const { data } = useRead(versionOf, { workspaceId, flowId: flowId ?? '' }, { enabled: flowId !== null, keep: false });
  const [chosen, setChosen] = useState<{ ran: RanVersion | undefined; choice: RetryChoice } | null>(null);
  const current = data?.workspace.flow?.version ?? null;
  const isNewer = current !== null && flowVersion !== null && current > flowVersion;
  const byDefault: RetryChoice = { version: isNewer ? 'current' : 'same' };
  // What was chosen is for what was asked.
  const choice = chosen?.ran === ran ? { ...byDefault, ...chosen?.choice } : byDefault;
  return { choice, current, ran: flowVersion, onChange: (next) => setChosen({ ran, choice: next }) };
}

export function RetryFields({ choice, current, ran, onChange }: RetryFieldsProps) {
  const t = useTexts(texts);
  return (
    <>
      <Field label={t.retryVersion}>
        <Select
          value={choice.version ?? 'same'}
          options={[
            { value: 'current', label: current === null ? t.currentVersions : t.currentVersion(current) },
            { value: 'same', label: ran === null ? t.sameVersions : t.sameVersion(ran) },
          ]}
          onChange={(version) => onChange({ ...choice, version })}
        />
      </Field>
      <Field label={t.retryFrom}>
        <Select
          value={choice.from ?? 'failed'}
          options={[
            { value: 'failed', label: t.fromFailed },
            { value: 'start', label: t.fromStart },
          ]}
          onChange={(from) => onChange({ ...choice, from: from === 'start' ? from : undefined })}
        />
      </Field>
    </>
  );
}
