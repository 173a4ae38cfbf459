import { graphql } from '../../api/graphql';
import { useWrite } from '../../api/query';
import { serverUrl } from '../../api/send';
import type { Role } from '../../generated/graphql';
import { useTexts } from '../../i18n/texts';
import { CopyButton } from '../../ui/copy-button';
import { Dialog } from '../../ui/dialog';
import { RecordForm } from '../../ui/record-form';
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
  const invitation = useWrite(inviteMember, ['invitation']);
  const token = invitation.data?.inviteMember.inviteToken;
  if (token) return <InviteLink token={token} onClose={onClose} />;
  const submit = (input: { email: string; role: Role }) =>
    invitation.mutate(
      { workspaceId, input },
      {
        onSuccess: (answer) => {
          if (answer.inviteMember.inviteToken) return;
          if (answer.inviteMember.mailed) toast(t.mailed(input.email));
          else toast(t.notMailed(input.email));
          onClose();
        },
      },
    );
  return (
    <RecordForm
      title={t.invite}
      submit={t.invite}
      fields={{ email: { label: t.email, type: 'email' }, role: { label: t.role, options: rolesIn(t) } }}
      initial={{ email: '', role: 'EDITOR' as Role }}
      write={invitation}
      isComplete={({ email }) => email !== ''}
      onClose={onClose}
      onSubmit={submit}
    />
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
