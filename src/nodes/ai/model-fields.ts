import { z } from 'zod';
import { filledText, messageText, numberField, optionalField } from '../field-kinds.js';

/** The options of a model, shared by all nodes that call one. */
export const modelFields = {
  model: optionalField(filledText(200)).describe('The name of the model. Defaults to the configured model.'),
  temperature: optionalField(numberField(z.number().min(0).max(2))).describe(
    'The randomness of the answer: 0 gives nearly the same answer each time, 2 the most varied.',
  ),
  maxTokens: optionalField(numberField(z.number().int().min(1).max(1_000_000))).describe(
    'The maximum number of tokens of the answer.',
  ),
};

/** A text for the model. */
export const promptField = messageText({ min: 1, max: 200_000 });
