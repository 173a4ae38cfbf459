import type { Switch } from '../../../platform/access/authorize.js';

/** Credits are worth what the operator pays for: whoever adds them by themselves spends the operator's money. */
export const selfService: Switch = {
  variable: 'CREDITS_SELF_SERVICE',
  setting: 'creditsSelfService',
  refusal:
    'On this server only its operator adds credits: CREDITS_SELF_SERVICE is off. Ask the operator to credit the account with: npm run credits -- top-up',
};
