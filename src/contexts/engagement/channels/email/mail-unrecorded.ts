import { AppError } from '../../../../platform/errors/errors.js';
import { ProviderError } from '../../../../platform/providers/provider-error.js';
import type { SendUnrecorded } from '../../../automation/executions/index.js';
import type { WorkContext } from '../../../module.js';
import { mailBy } from './mail-port.js';

const patienceMs = 20_000;

/**
 * Mails by the workspace's own server, or else by the platform's. Nothing of the mail is stored or charged: it contains a
 * secret.
 */
export function mailUnrecorded(context: WorkContext): SendUnrecorded {
  return async (workspaceId, mail) => {
    const choice = await context.providers.choose('smtp', workspaceId);
    if (!choice) {
      const message = 'No code can be mailed: no mail server is set up. Sign in as the approver to decide.';
      throw new AppError('CONFLICT', message);
    }
    const signal = AbortSignal.timeout(patienceMs);
    try {
      await choice.call(signal, () => mailBy(choice, context, { ...mail, signal }));
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      context.services.log.warn({ workspaceId, reason: error.code }, 'could not mail the code of an approval');
      throw new AppError('UNAVAILABLE', 'The code could not be mailed. Try again later, or log in to decide.');
    }
  };
}
