import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { graphql } from '../../api/graphql';
import { useWrite } from '../../api/query';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { ConfirmDialog, FormDialog } from '../../ui/dialog';
import { IconButton } from '../../ui/icon-button';
import { Menu } from '../../ui/menu';
import { common } from '../../ui/texts';
import { toast, toastError } from '../../ui/toast';
import { ConfirmWrite } from '../../workspace/confirm-write';
import { useCan, useWorkspaceId } from '../../workspace/workspace';
import { AddressNotice } from '../campaigns/address-notice';
import { audienceOf, useAudienceCount } from '../campaigns/audience';
import { CampaignForm } from '../campaigns/campaign-form';
import { type CampaignDetails, updateCampaign } from '../campaigns/queries';
import { campaignsTexts } from '../campaigns/texts';
import { customers } from '../customers/texts';

const sendCampaign = graphql(`
  mutation CampaignSend($workspaceId: ID!, $campaignId: ID!) {
    sendCampaign(workspaceId: $workspaceId, campaignId: $campaignId) {
      id
    }
  }
`);

const deleteCampaign = graphql(`
  mutation CampaignDelete($workspaceId: ID!, $campaignId: ID!) {
    deleteCampaign(workspaceId: $workspaceId, campaignId: $campaignId) {
      deletedId
    }
  }
`);

type Asking = 'send' | 'cancel' | 'delete' | 'edit' | null;

interface ActionsProps {
  campaign: CampaignDetails;
  /** Why it cannot be sent now, which the page shows in the element with the ID `unsendable`. */
  unsendable: string | null;
}

/** What can be done with a campaign in its state. */
export function Actions({ campaign, unsendable }: ActionsProps) {
  const t = useTexts(campaignsTexts);
  const words = useTexts(common);
  const { deleted } = useTexts(customers);
  const workspaceId = useWorkspaceId();
  const navigate = useNavigate();
  const can = useCan();
  const [asking, setAsking] = useState<Asking>(null);
  const update = useWrite(updateCampaign, ['campaign']);
  const send = useWrite(sendCampaign, ['campaign']);
  if (!can('campaigns:write')) return null;
  const { id, status } = campaign;
  const isOpen = status === 'draft' || status === 'scheduled';
  const close = () => setAsking(null);
  const unschedule = () =>
    update.mutate(
      { workspaceId, campaignId: id, input: { status: 'draft', scheduledAt: null } },
      { onError: toastError, onSuccess: () => toast(words.saved) },
    );
  const cancel = () =>
    update.mutate({ workspaceId, campaignId: id, input: { status: 'cancelled' } }, { onSuccess: close });
  const pause = () =>
    update.mutate({ workspaceId, campaignId: id, input: { status: 'paused' } }, { onError: toastError });
  const resume = () => send.mutate({ workspaceId, campaignId: id }, { onError: toastError });
  return (
    <>
      {isOpen && (
        <Button icon="edit" onClick={() => setAsking('edit')}>
          {words.edit}
        </Button>
      )}
      {status === 'sending' && (
        <Button icon="pause" onClick={pause}>
          {t.pause}
        </Button>
      )}
      {['scheduled', 'sending', 'paused'].includes(status) && (
        <Button icon="stop" onClick={() => setAsking('cancel')}>
          {t.cancel}
        </Button>
      )}
      <Menu
        trigger={<IconButton icon="more" look="plain" label={words.more} />}
        items={[
          status === 'scheduled' ? { label: t.unschedule, icon: 'undo', onSelect: unschedule } : null,
          { label: words.delete, icon: 'trash', danger: true, onSelect: () => setAsking('delete') },
        ]}
      />
      {isOpen && (
        <Button
          look="primary"
          icon="send"
          disabled={unsendable !== null}
          aria-describedby={unsendable ? 'unsendable' : undefined}
          onClick={() => setAsking('send')}
        >
          {t.send}
        </Button>
      )}
      {status === 'paused' && (
        <Button look="primary" icon="play" busy={send.isPending} onClick={resume}>
          {t.resume}
        </Button>
      )}
      {asking === 'edit' && <CampaignForm campaign={campaign} onClose={close} />}
      {asking === 'send' && <Send campaign={campaign} onClose={close} />}
      {asking === 'delete' && (
        <ConfirmWrite
          operation={deleteCampaign}
          variables={{ campaignId: id }}
          changes={[]}
          title={t.deleteTitle(campaign.name)}
          description={t.deleteHint}
          said={deleted}
          onDone={() => void navigate({ to: '/w/$workspaceId/campaigns', params: { workspaceId } })}
          onClose={close}
        />
      )}
      <ConfirmDialog
        title={`${t.cancel}?`}
        description={t.cancelHint}
        submit={t.cancel}
        open={asking === 'cancel'}
        busy={update.isPending}
        error={update.error}
        onClose={close}
        onSubmit={cancel}
      />
    </>
  );
}

function Send({ campaign, onClose }: { campaign: CampaignDetails; onClose: () => void }) {
  const { id, name, channel, audience } = campaign;
  const t = useTexts(campaignsTexts);
  const workspaceId = useWorkspaceId();
  const count = useAudienceCount(audienceOf(audience));
  const { mutate, isPending, error } = useWrite(sendCampaign, ['campaign']);
  const onSuccess = () => {
    toast(t.started);
    onClose();
  };
  return (
    <FormDialog
      title={t.sendTitle(name)}
      description={count === undefined ? t.sendHint : `${t.contactsNow(count)} ${t.sendHint}`}
      submit={t.send}
      open
      busy={isPending}
      error={error}
      onClose={onClose}
      onSubmit={() => mutate({ workspaceId, campaignId: id }, { onSuccess })}
    >
      {channel === 'email' && <AddressNotice />}
    </FormDialog>
  );
}
