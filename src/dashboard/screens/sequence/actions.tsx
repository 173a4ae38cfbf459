import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { graphql } from '../../api/graphql';
import { useWrite } from '../../api/query';
import { useTexts } from '../../i18n/texts';
import { Switch } from '../../ui/field';
import { IconButton } from '../../ui/icon-button';
import { Menu } from '../../ui/menu';
import { common } from '../../ui/texts';
import { toastError } from '../../ui/toast';
import { ConfirmWrite } from '../../workspace/confirm-write';
import { useCan, useWorkspaceId } from '../../workspace/workspace';
import { customers } from '../customers/texts';
import { sequencesTexts } from '../sequences/texts';
import type { Sequence } from './query';

const setActive = graphql(`
  mutation SequenceSetActive($workspaceId: ID!, $sequenceId: ID!, $isActive: Boolean!) {
    updateFollowUpSequence(workspaceId: $workspaceId, followUpSequenceId: $sequenceId, input: { isActive: $isActive }) {
      id
    }
  }
`);

const deleteSequence = graphql(`
  mutation SequenceDelete($workspaceId: ID!, $sequenceId: ID!) {
    deleteFollowUpSequence(workspaceId: $workspaceId, followUpSequenceId: $sequenceId) {
      deletedId
    }
  }
`);

/** Switches a sequence on and off, and deletes it. */
export function Actions({ sequence: { id, name, isActive } }: { sequence: Sequence }) {
  const t = useTexts(sequencesTexts);
  const words = useTexts(common);
  const deleted = useTexts(customers).deleted;
  const workspaceId = useWorkspaceId();
  const navigate = useNavigate();
  const can = useCan();
  const [isDeleting, setDeleting] = useState(false);
  const activity = useWrite(setActive, ['sequence']);
  const mayWrite = can('followups:write');
  return (
    <div className="row gap-12">
      <Switch
        label={t.active}
        checked={isActive}
        disabled={!mayWrite || activity.isPending}
        onChange={(isOn) => activity.mutate({ workspaceId, sequenceId: id, isActive: isOn }, { onError: toastError })}
      />
      {mayWrite && (
        <Menu
          trigger={<IconButton icon="more" look="plain" label={words.more} />}
          items={[{ label: words.delete, icon: 'trash', danger: true, onSelect: () => setDeleting(true) }]}
        />
      )}
      <ConfirmWrite
        operation={deleteSequence}
        variables={{ sequenceId: id }}
        changes={[]}
        title={t.deleteTitle(name)}
        description={t.deleteHint}
        open={isDeleting}
        said={deleted}
        onDone={() => void navigate({ to: '/w/$workspaceId/sequences', params: { workspaceId }, ignoreBlocker: true })}
        onClose={() => setDeleting(false)}
      />
    </div>
  );
}
