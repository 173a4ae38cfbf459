import QuickLRU from 'quick-lru';
import type { Sql } from '../../../platform/database/database.js';
import type { ErrorDetail } from '../../../platform/errors/errors.js';
import { type MergedText, mergeFieldViolations, namesInTemplate, placeholdersOf } from '../channels/index.js';
import type { Campaign } from './campaign.fields.js';
import type { Content } from './compose-message.js';
import type { SendingCampaign } from './lock-campaign.js';
import { readContent } from './read-content.js';

type Merged = Pick<Campaign, 'workspaceId' | 'channel' | 'templateId' | 'message'>;

/** Violations of placeholders in the content of a campaign that no contact could have a value for. */
export async function campaignMergeViolations(sql: Sql, campaign: Merged): Promise<ErrorDetail[]> {
  const content = await readContent(sql, { ...campaign, workspaceName: '' });
  return content ? mergeFieldViolations(sql, campaign.workspaceId, textsOf(content)) : [];
}

/** Campaigns whose content was found to be sendable, with this content: batches need not look at all contacts again. */
const checked = new QuickLRU<string, string>({ maxSize: 1_000 });

/** The violation of content that is about to be sent; null if there is none. Templates may change while a campaign is sent. */
export async function unknownFieldOf(
  sql: Sql,
  { workspaceId, id }: Pick<SendingCampaign, 'workspaceId' | 'id'>,
  content: Content,
): Promise<string | null> {
  const texts = textsOf(content);
  const digest = JSON.stringify(texts);
  if (checked.get(id) === digest) return null;
  const [violation] = await mergeFieldViolations(sql, workspaceId, texts);
  if (violation) return violation.message;
  checked.set(id, digest);
  return null;
}

function textsOf({ email, whatsapp, message }: Content): MergedText[] {
  if (email) {
    const names = [email.subject, email.body].flatMap(placeholdersOf);
    return [{ field: 'templateId', names: [...new Set(names)] }];
  }
  if (whatsapp) return [{ field: 'templateId', names: namesInTemplate(whatsapp) }];
  return [{ field: 'message', names: placeholdersOf(message ?? '') }];
}
