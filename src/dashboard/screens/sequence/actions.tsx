import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { graphql } from '../../api/graphql';
import { useWrite } from '../../api/query';
import { useTexts } from '../../i18n/texts';
import { ConfirmDialog } from '../../ui/dialog';
import { Switch } from '../../ui/field';
import { IconButton } from '../../ui/icon-button';
import { Menu } from '../../ui/menu';
import { common } from '../../ui/texts';
import { toast, toastError } from '../../ui/toast';
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
  const deletion = useWrite(deleteSequence, []);
  const mayWrite = can('followups:write');
  const onDeleted = () => {
    toast(deleted);
    void navigate({ to: '/w/$workspaceId/sequences', params: { workspaceId }, ignoreBlocker: true });
  };
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
      <ConfirmDialog
        title={t.deleteTitle(name)}
        description={t.deleteHint}
        submit={words.delete}
        open={isDeleting}
        busy={deletion.isPending}
        error={deletion.error}
        onClose={() => setDeleting(false)}
        onSubmit={() => deletion.mutate({ workspaceId, sequenceId: id }, { onSuccess: onDeleted })}
      />
    </div>
  );
}
