import type { Switch } from '../../../../platform/graphql/authorize.js';

/** Credits stand for costs of the operator, so users must be able to add them only if the operator allows it. */
export const selfService: Switch = {
  variable: 'CREDITS_SELF_SERVICE',
  isOn: (settings) => settings.creditsSelfService,
  refusal:
    'Only the operator of this server can add credits: CREDITS_SELF_SERVICE is off. Ask the operator to run: workspace-automation credits top-up',
};
