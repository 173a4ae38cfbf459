import { useState } from 'react';
import { graphql } from '../../api/graphql';
import { useWrite } from '../../api/query';
import { serverUrl } from '../../api/send';
import type { Role } from '../../generated/graphql';
import { useTexts } from '../../i18n/texts';
import { CopyButton } from '../../ui/copy-button';
import { Dialog, FormDialog } from '../../ui/dialog';
import { Field, fieldError, Input, Select } from '../../ui/field';
import { toast } from '../../ui/toast';
import { useWorkspaceId } from '../../workspace/workspace';
import { rolesIn } from './roles';
import { texts } from './texts';

const inviteMember = graphql(`
  mutation MembersInvite($workspaceId: ID!, $input: InviteMemberInput!) {
    inviteMember(workspaceId: $workspaceId, input: $input) {
      inviteToken
      mailed
    }
  }
`);

/** Invites by email, or by a link where the server sends none. */
export function InviteMember({ onClose }: { onClose: () => void }) {
  const t = useTexts(texts);
  const workspaceId = useWorkspaceId();
  const { mutate, data, error, isPending } = useWrite(inviteMember, ['invitation']);
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('EDITOR');
  const token = data?.inviteMember.inviteToken;
  if (token) return <InviteLink token={token} onClose={onClose} />;
  const submit = () =>
    mutate(
      { workspaceId, input: { email, role } },
      {
        onSuccess: (answer) => {
          if (answer.inviteMember.inviteToken) return;
          if (answer.inviteMember.mailed) toast(t.mailed(email));
          else toast(t.notMailed(email));
          onClose();
        },
      },
    );
  return (
    <FormDialog
      title={t.invite}
      open
      onClose={onClose}
      submit={t.invite}
      busy={isPending}
      error={error}
      disabled={email === ''}
      onSubmit={submit}
    >
      <Field label={t.email} error={fieldError(error, 'email')}>
        <Input type="email" value={email} onChange={(event) => setEmail(event.target.value)} />
      </Field>
      <Field label={t.role} error={fieldError(error, 'role')}>
        <Select value={role} options={rolesIn(t)} onChange={setRole} />
      </Field>
    </FormDialog>
  );
}

/** The link of an invitation, to hand over. */
export function InviteLink({ token, onClose }: { token: string; onClose: () => void }) {
  const t = useTexts(texts);
  const link = `${serverUrl}/accept-invite#token=${token}`;
  return (
    <Dialog title={t.inviteLink} description={t.linkHint} open onClose={onClose}>
      <div className="row gap-8 break round sunken py-10 px-12">
        <code className="grow">{link}</code>
        <CopyButton text={link} />
      </div>
    </Dialog>
  );
}
