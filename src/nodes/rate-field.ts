import { z } from 'zod';
import { rateAtMost } from '../engine/rate.js';
import { filledText, numberField, optionalField } from './field-kinds.js';

/** How many calls may start in a time, in all executions of a workspace together that name the same key. */
export interface Rate {
  key: string;
  count: number;
  /** The length of the window, in seconds. */
  seconds: number;
}

/** The field `rate` of a node, without a default for its key. */
export const rateField = z.object({
  count: numberField(z.int().min(1).max(rateAtMost.count)).describe(
    'The number of calls that may start within the time, which are spread evenly over it.',
  ),
  seconds: numberField(z.int().min(1).max(rateAtMost.seconds)).describe('The length of that time, in seconds.'),
  key: optionalField(filledText(rateAtMost.keyCharacters)).describe(
    'What the rate is for, for example an account of the service. All steps of the workspace with the same key share it. Defaults to the host of the URL.',
  ),
});
