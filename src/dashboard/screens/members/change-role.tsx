import { graphql } from '../../api/graphql';
import { useWrite } from '../../api/query';
import type { Role } from '../../generated/graphql';
import { useTexts } from '../../i18n/texts';
import { RecordForm } from '../../ui/record-form';
import { common } from '../../ui/texts';
import { StoppingOfMember, useToastPaused } from '../../workspace/stopping';
import { useWorkspaceId } from '../../workspace/workspace';
import { rolesIn } from './roles';
import { texts } from './texts';

const updateMember = graphql(`
  mutation MembersChangeRole($workspaceId: ID!, $userId: ID!, $input: ChangeMemberRoleInput!) {
    updateMember(workspaceId: $workspaceId, userId: $userId, input: $input) {
      id
      paused {
        flows
        webhooks
      }
    }
  }
`);

interface MemberWithRole {
  userId?: string | null;
  name?: string | null;
  email: string;
  role: Role;
}

/** Gives a member another role. */
export function ChangeRole({ row, onClose }: { row: MemberWithRole; onClose: () => void }) {
  const t = useTexts(texts);
  const words = useTexts(common);
  const workspaceId = useWorkspaceId();
  const change = useWrite(updateMember, ['member', 'me']);
  const toastPaused = useToastPaused();
  const userId = row.userId as string;
  const submit = (input: { role: Role }) =>
    change.mutate(
      { workspaceId, userId, input },
      {
        onSuccess: ({ updateMember: { paused } }) => {
          toastPaused(paused);
          onClose();
        },
      },
    );
  return (
    <RecordForm
      title={t.changeRole}
      description={row.name ?? row.email}
      submit={words.save}
      fields={{ role: { label: t.role, options: rolesIn(t) } }}
      initial={{ role: row.role }}
      write={change}
      onClose={onClose}
      onSubmit={submit}
    >
      {({ role }) => role !== row.role && <StoppingOfMember userId={userId} role={role} />}
    </RecordForm>
  );
}
