import { useTexts } from '../../i18n/texts';
import { useCan } from '../../workspace/workspace';
import { audienceOf, useAudienceCount } from '../campaigns/audience';
import type { CampaignDetails } from '../campaigns/queries';
import { campaignsTexts } from '../campaigns/texts';

/** Why the server would refuse to send a draft or scheduled campaign, or why it would reach nobody; null if neither is known. */
export function useUnsendable(campaign: CampaignDetails): string | null {
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
