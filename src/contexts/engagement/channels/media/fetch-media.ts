import type { Sql } from '../../../../platform/database/database.js';
import { typed } from '../../../../platform/database/typed-sql.js';
import { AppError } from '../../../../platform/errors/errors.js';
import { derivedId } from '../../../../platform/new-id.js';
import { ProviderError } from '../../../../platform/providers/provider-error.js';
import { fetchWhatsappFile, whatsappFileBytes } from '../../../../platform/providers/whatsapp-media.js';
import { readRow, workspaceScope } from '../../../../platform/records/index.js';
import { type Claimant, type ClaimTable, claimSql, claimValues, dueSql } from '../../../../platform/work/claims.js';
import { withoutCredentials } from '../../../accounts/secrets/index.js';
import { fileName, files, type StoredFile, saveFile } from '../../../automation/files/index.js';
import type { WorkContext } from '../../../module.js';
import type { MessageWithMedia } from '../conversations/queue-media.js';
import { receivedMedia } from '../conversations/received-media.entity.js';
import type { ReceivedFiles } from '../conversations/received-message.js';
import { storeFetched } from '../receive-message.js';

const mostTries = 5;
/** Milliseconds before the second attempt, twice as long before each further one. */
const firstRestMs = 15_000;
/** Milliseconds for all requests of one file. */
const fetchMs = 330_000;
/** Why the store does not take a file; other errors are retried. */
const refusals: ReadonlySet<string> = new Set(['PAYLOAD_TOO_LARGE', 'QUOTA_EXCEEDED']);

export interface DueMedia {
  workspaceId: string;
  /** That of the message. */
  id: string;
  message: MessageWithMedia & { receivedAt: string };
  tries: number;
  /** The fence of this process's claim. */
  fence: number;
}

export const mediaToFetch: ClaimTable = { name: 'received_media', id: 'id' };

const claimText = `/* claim_media */ with due as (
    ${dueSql(mediaToFetch)}
  ) update received_media m set ${claimSql} from due where m.workspace_id = due.workspace_id and m.id = due.id
  returning m.workspace_id as "workspaceId", m.id, m.message, m.tries, m.fence`;

/** Claims messages whose file is to be fetched by this process. */
export async function claimMedia(sql: Sql, claimant: Claimant): Promise<DueMedia[]> {
  return (await sql.query<DueMedia>(claimText, claimValues(claimant))).rows;
}

/** Fetches the file of a message and stores the message with it; without it if that is not possible. */
export async function fetchMedia(context: WorkContext, due: DueMedia, stopped: AbortSignal): Promise<void> {
  const { services } = context;
  const { workspaceId, id, message, tries, fence } = due;
  const fetched = await fetchFile(context, due, stopped);
  if (fetched === 'later') {
    const next = new Date(services.now().getTime() + 2 ** tries * firstRestMs);
    await typed(services.db.pool, 'fetch_later', receivedMedia)
      .updateTable('received_media')
      .set({ dueAt: next, workerId: null, tries: tries + 1 })
      .where('workspaceId', '=', workspaceId)
      .where('id', '=', id)
      .where('fence', '=', fence)
      .execute();
    return;
  }
  await services.db.within(workspaceId).transaction(async (sql) => {
    const { numDeletedRows } = await typed(sql, 'media_fetched', receivedMedia)
      .deleteFrom('received_media')
      .where('workspaceId', '=', workspaceId)
      .where('id', '=', id)
      .where('fence', '=', fence)
      .executeTakeFirst();
    // Another process has claimed it, and finds the file that was stored.
    if (numDeletedRows === 0n) return;
    await storeFetched(sql, services, workspaceId, message, { ...fetched, at: new Date(message.receivedAt) });
  });
}

/** `later`: another attempt may succeed. */
async function fetchFile(context: WorkContext, due: DueMedia, stopped: AbortSignal): Promise<ReceivedFiles | 'later'> {
  const { media } = due.message;
  try {
    const { id, name, mimeType, size, sha256 } = await storeFile(context, due, stopped);
    return { attachments: [{ fileId: id, name, mimeType, size: Number(size), sha256 }], dropped: null };
  } catch (error) {
    const isTimeout = (error as Error).name === 'TimeoutError' && !stopped.aborted;
    const isRefused = error instanceof AppError && refusals.has(error.code);
    if (!isTimeout && !isRefused && !(error instanceof ProviderError)) throw error;
    const mayChange = isTimeout || (error instanceof ProviderError && error.retryable);
    if (mayChange && due.tries + 1 < mostTries) return 'later';
    return {
      attachments: [],
      dropped: `${fileName(media.name)} was not stored: ${(error as Error).message}`.slice(0, 1_000),
    };
  }
}

/** Stores the file under an ID of its message: what an earlier attempt stored is not fetched again. */
async function storeFile(
  { services, providers }: WorkContext,
  due: DueMedia,
  stopped: AbortSignal,
): Promise<StoredFile> {
  const { workspaceId, id: messageId, message } = due;
  const { media, ownWorkspaceId } = message;
  const scope = { ...workspaceScope(services, workspaceId), services };
  const id = derivedId(`${messageId} media ${media.id}`);
  const former = await readRow<StoredFile>(scope.sql, files, { workspaceId, id });
  if (former) return former;
  const choice = await providers.choose('whatsapp', workspaceId);
  if (!choice || (choice.source === 'byok') !== (ownWorkspaceId !== null)) {
    throw new ProviderError('PROVIDER_REFUSED', 'The WhatsApp account that received it is no longer set.', false);
  }
  const bytesAtMost = Math.min(whatsappFileBytes, services.settings.files.bytesAtMost);
  const file = { id, name: media.name, mimeType: media.mimeType, messageId };
  const taker = {
    // One more than is stored, so that the limit of the file says why it is refused.
    maxBytes: bytesAtMost + 1,
    take: (source: AsyncIterable<Uint8Array>) => saveFile(scope, { ...file, source }, bytesAtMost),
  };
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(fetchMs)]);
  const fetched = await withoutCredentials(choice, () =>
    choice.call(signal, () => fetchWhatsappFile(choice, choice.settings, media.id, taker, signal)),
  );
  return fetched as StoredFile;
}
