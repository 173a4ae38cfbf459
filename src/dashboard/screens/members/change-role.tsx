import { useState } from 'react';
import { graphql } from '../../api/graphql';
import { useWrite } from '../../api/query';
import type { Role } from '../../generated/graphql';
import { useTexts } from '../../i18n/texts';
import { FormDialog } from '../../ui/dialog';
import { Field, fieldError, Select } from '../../ui/field';
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
  const { mutate, error, isPending } = useWrite(updateMember, ['member', 'me']);
  const [role, setRole] = useState(row.role);
  const toastPaused = useToastPaused();
  const userId = row.userId as string;
  const submit = () =>
    mutate(
      { workspaceId, userId, input: { role } },
      {
        onSuccess: ({ updateMember: { paused } }) => {
          toastPaused(paused);
          onClose();
        },
      },
    );
  return (
    <FormDialog
      title={t.changeRole}
      description={row.name ?? row.email}
      open
      onClose={onClose}
      submit={words.save}
      busy={isPending}
      error={error}
      onSubmit={submit}
    >
      <Field label={t.role} error={fieldError(error, 'role')}>
        <Select value={role} options={rolesIn(t)} onChange={setRole} />
      </Field>
      {role !== row.role && <StoppingOfMember userId={userId} role={role} />}
    </FormDialog>
  );
}
