import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useRead } from '../../api/query';
import { minuteTime, number } from '../../i18n/format';
import { useTexts } from '../../i18n/texts';
import { BackLink } from '../../ui/back-link';
import { Empty, ErrorNotice, Notice } from '../../ui/notice';
import { Page, Skeleton } from '../../ui/page';
import { useCan, useWorkspaceId } from '../../workspace/workspace';
import { audienceOf, useAudienceCount, useAudienceText } from '../campaigns/audience';
import styles from '../campaigns/campaigns.module.css';
import { Progress } from '../campaigns/progress';
import { type CampaignDetails, findCampaign } from '../campaigns/queries';
import { campaignsTexts } from '../campaigns/texts';
import { StatusBadge } from '../customers/badges';
import { customers } from '../customers/texts';
import { Actions } from './actions';
import { Recipients } from './recipients';

/** One campaign: its message and audience, its progress while it is sent, and its recipients. */
export default function Campaign() {
  const t = useTexts(campaignsTexts);
  const id = useWorkspaceId();
  const { campaignId = '' } = useParams({ strict: false });
  const { data, error, refetch } = useRead(
    findCampaign,
    { id, campaignId },
    { live: ['campaign', 'template'], keep: false },
  );
  const back = <BackLink to={`/w/${id}/campaigns`}>{t.allCampaigns}</BackLink>;
  if (!data) {
    return (
      <Page title={t.title} description={back}>
        {error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : <Skeleton lines={8} />}
      </Page>
    );
  }
  const { campaign } = data.workspace;
  if (!campaign) return <Empty icon="megaphone" title={t.gone} action={back} />;
  return <Details campaign={campaign} back={back} />;
}

function Details({ campaign, back }: { campaign: CampaignDetails; back: ReactNode }) {
  const t = useTexts(campaignsTexts);
  const unsendable = useUnsendable(campaign);
  return (
    <Page
      title={campaign.name}
      description={back}
      fill
      actions={<Actions campaign={campaign} unsendable={unsendable} />}
    >
      <div className="rigid">
        <Facts campaign={campaign} />
        {unsendable && (
          <div id="unsendable">
            <Notice>{unsendable}</Notice>
          </div>
        )}
        {campaign.error && (
          <Notice tone={campaign.status === 'paused' ? 'warning' : 'danger'} title={campaign.error}>
            {campaign.status === 'paused' && t.pausedHint}
          </Notice>
        )}
        {campaign.sandboxedCount > 0 && <Notice tone="warning">{t.sandboxHint}</Notice>}
        {campaign.recipientCount > 0 && <Counts campaign={campaign} />}
      </div>
      <Recipients campaignId={campaign.id} />
    </Page>
  );
}

function Facts({ campaign }: { campaign: CampaignDetails }) {
  const t = useTexts(campaignsTexts);
  const words = useTexts(customers);
  const audienceText = useAudienceText();
  const { status, channel, audience, emailTemplate, whatsappTemplate, message, scheduledAt } = campaign;
  const template = emailTemplate ?? whatsappTemplate;
  return (
    <dl className={`flex wrap baseline mb-14 ${styles.facts}`}>
      <div className="flex baseline gap-8">
        <dt className="muted">{words.status}</dt>
        <dd>
          <StatusBadge status={status} live={status === 'sending'} />
        </dd>
      </div>
      <div className="flex baseline gap-8">
        <dt className="muted">{words.channel}</dt>
        <dd>{words[`channel_${channel}`]}</dd>
      </div>
      <div className="flex baseline gap-8">
        <dt className="muted">{template ? t.template : t.message}</dt>
        <dd>{template?.name ?? message ?? '–'}</dd>
      </div>
      <div className="flex baseline gap-8">
        <dt className="muted">{t.audience}</dt>
        <dd>{audienceText(audienceOf(audience))}</dd>
      </div>
      {scheduledAt && status === 'scheduled' && (
        <div className="flex baseline gap-8">
          <dt className="muted">{t.scheduledAt}</dt>
          <dd>{minuteTime(scheduledAt)}</dd>
        </div>
      )}
    </dl>
  );
}

function Counts({ campaign }: { campaign: CampaignDetails }) {
  const t = useTexts(campaignsTexts);
  const counts = [
    [t.recipients, campaign.recipientCount],
    [t.sent, campaign.sentCount],
    [t.delivered, campaign.deliveredCount],
    [t.sandboxed, campaign.sandboxedCount],
    [t.failed, campaign.failedCount],
    [t.skipped, campaign.skippedCount],
  ] as const;
  return (
    <>
      {['sending', 'paused'].includes(campaign.status) && <Progress campaign={campaign} />}
      <dl className={`grid gap-10 ${styles.counts}`}>
        {counts.map(([name, count]) => (
          <div className="border round surface py-10 px-14" key={name}>
            <dd>{number(count)}</dd>
            <dt className="muted small">{name}</dt>
          </div>
        ))}
      </dl>
    </>
  );
}

/** Why the server would refuse to send a draft or scheduled campaign, or why it would reach nobody; null if neither is known. */
function useUnsendable(campaign: CampaignDetails): string | null {
  const t = useTexts(campaignsTexts);
  const can = useCan();
  const audience = audienceOf(campaign.audience);
  const count = useAudienceCount(audience);
  const { status, channel, templateId, message, emailTemplate, whatsappTemplate } = campaign;
  const hasMessage = Boolean(message?.trim());
  if (status !== 'draft' && status !== 'scheduled') return null;
  if (channel === 'email' && !templateId) return t.needsTemplate;
  if (channel === 'sms' && !hasMessage) return t.needsMessage;
  if (channel === 'whatsapp' && !templateId && !hasMessage) return t.needsContent;
  // A template that the user may not read is null, too.
  const mayRead = can(channel === 'email' ? 'emailTemplates:read' : 'whatsappTemplates:read');
  if (templateId && mayRead && !emailTemplate && !whatsappTemplate) return t.templateGone;
  if (Object.keys(audience).length === 0) return t.noAudience;
  return count === 0 ? t.noContacts : null;
}
