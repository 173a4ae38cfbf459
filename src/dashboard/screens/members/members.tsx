import { useState } from 'react';
import { graphql, type ResultOf } from '../../api/graphql';
import { usePages, useWrite } from '../../api/query';
import { day } from '../../i18n/format';
import { useTexts } from '../../i18n/texts';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { type Column, DataTable } from '../../ui/data-table';
import { IconButton } from '../../ui/icon-button';
import { Menu } from '../../ui/menu';
import { Empty } from '../../ui/notice';
import { Page, Toolbar } from '../../ui/page';
import { SearchBox } from '../../ui/search-box';
import { common } from '../../ui/texts';
import { Time } from '../../ui/time';
import { toast, toastError } from '../../ui/toast';
import { searchOnly, useAddress } from '../../workspace/address';
import { ConfirmWrite } from '../../workspace/confirm-write';
import { StoppingOfMember, useToastPaused } from '../../workspace/stopping';
import { useCan, useWorkspaceId } from '../../workspace/workspace';
import { ChangeRole } from './change-role';
import { InviteLink, InviteMember } from './invite-member';
import { texts } from './texts';

const listMembers = graphql(`
  query MembersList($id: ID!, $search: String, $cursor: String) {
    workspace(id: $id) {
      members(search: $search, cursor: $cursor, limit: 50) {
        items {
          id
          userId
          invitationId
          name
          email
          role
          status
          createdAt
          expiresAt
        }
        pagination {
          total
          nextCursor
        }
      }
    }
  }
`);

const removeMember = graphql(`
  mutation MembersRemove($workspaceId: ID!, $userId: ID!) {
    removeMember(workspaceId: $workspaceId, userId: $userId) {
      deletedId
      paused {
        flows
        webhooks
      }
    }
  }
`);

const revokeInvitation = graphql(`
  mutation MembersRevoke($workspaceId: ID!, $invitationId: ID!) {
    revokeInvitation(workspaceId: $workspaceId, invitationId: $invitationId) {
      deletedId
    }
  }
`);

const resendInvitation = graphql(`
  mutation MembersResend($workspaceId: ID!, $invitationId: ID!) {
    resendInvitation(workspaceId: $workspaceId, invitationId: $invitationId) {
      email
      inviteToken
      mailed
    }
  }
`);

type MemberRow = NonNullable<ResultOf<typeof listMembers>['workspace']['members']>['items'][number];

/** Who works in the workspace. */
export default function Members() {
  const t = useTexts(texts);
  const words = useTexts(common);
  const id = useWorkspaceId();
  const canManage = useCan()('members:manage');
  const [{ q = '' }, setFilters] = useAddress(searchOnly);
  const [isInviting, setInviting] = useState(false);
  const pages = usePages(listMembers, { id, search: q || null }, ({ workspace }) => workspace.members, {
    live: ['member', 'invitation'],
  });
  const columns: Column<MemberRow>[] = [
    { name: 'member', header: t.member, cell: ({ name, email }) => name ?? email },
    { name: 'email', header: t.email, cell: ({ email }) => email },
    { name: 'role', header: t.role, width: '120px', cell: ({ role }) => <Badge>{words.role(role)}</Badge> },
    {
      name: 'since',
      header: t.since,
      width: '200px',
      cell: ({ status, createdAt, expiresAt }) =>
        status === 'invited' && expiresAt ? (
          <Badge tone="waiting">{t.expires(day(expiresAt))}</Badge>
        ) : (
          <Time at={createdAt} />
        ),
    },
    {
      name: 'actions',
      header: <span className="visually-hidden">{t.role}</span>,
      width: '56px',
      align: 'end',
      cell: (row) => canManage && <Actions row={row} />,
    },
  ];
  return (
    <Page
      title={t.title}
      description={t.description}
      actions={
        canManage && (
          <Button look="primary" icon="plus" onClick={() => setInviting(true)}>
            {t.invite}
          </Button>
        )
      }
      fill
    >
      <Toolbar>
        <SearchBox value={q} onChange={(typed) => setFilters({ q: typed })} />
      </Toolbar>
      <DataTable
        label={t.title}
        phone={['member', 'role', 'actions']}
        columns={columns}
        pages={pages}
        idOf={(row) => row.id}
        empty={
          <Empty icon="people" title={t.none}>
            {t.noneHint}
          </Empty>
        }
      />
      {isInviting && <InviteMember onClose={() => setInviting(false)} />}
    </Page>
  );
}

function Actions({ row }: { row: MemberRow }) {
  const t = useTexts(texts);
  const words = useTexts(common);
  const workspaceId = useWorkspaceId();
  const [dialog, setDialog] = useState<'role' | 'remove' | null>(null);
  const [link, setLink] = useState<string | null>(null);
  const resend = useWrite(resendInvitation, ['invitation']);
  const revoke = useWrite(revokeInvitation, ['invitation']);
  const { userId, invitationId, email } = row;
  const sendAgain = (id: string) =>
    resend.mutate(
      { workspaceId, invitationId: id },
      {
        onSuccess: ({ resendInvitation: { mailed, inviteToken } }) =>
          inviteToken ? setLink(inviteToken) : toast((mailed ? t.mailed : t.notMailed)(email)),
        onError: toastError,
      },
    );
  const items = invitationId
    ? [
        { label: t.resend, icon: 'send' as const, onSelect: () => sendAgain(invitationId) },
        {
          label: t.revoke,
          icon: 'trash' as const,
          danger: true,
          onSelect: () => revoke.mutate({ workspaceId, invitationId }, { onError: toastError }),
        },
      ]
    : [
        { label: t.changeRole, icon: 'shield' as const, onSelect: () => setDialog('role') },
        { label: t.remove, icon: 'trash' as const, danger: true, onSelect: () => setDialog('remove') },
      ];
  const close = () => setDialog(null);
  return (
    <>
      <Menu trigger={<IconButton icon="more" label={words.more} size="small" />} items={items} />
      {dialog === 'role' && <ChangeRole row={row} onClose={close} />}
      {dialog === 'remove' && userId && <RemoveMember name={row.name ?? email} userId={userId} onClose={close} />}
      {link && <InviteLink token={link} onClose={() => setLink(null)} />}
    </>
  );
}

function RemoveMember({ name, userId, onClose }: { name: string; userId: string; onClose: () => void }) {
  const t = useTexts(texts);
  const toastPaused = useToastPaused();
  return (
    <ConfirmWrite
      operation={removeMember}
      variables={{ userId }}
      changes={['member']}
      title={t.removeTitle(name)}
      description={t.removeHint}
      submit={t.remove}
      onDone={({ removeMember: { paused } }) => {
        toastPaused(paused);
        onClose();
      }}
      onClose={onClose}
    >
      <StoppingOfMember userId={userId} />
    </ConfirmWrite>
  );
}
