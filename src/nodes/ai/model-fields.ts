import { z } from 'zod';
import { filledText, numberField, optionalField } from '../field-kinds.js';

/** How a model is asked; the same in every node that asks one. */
export const modelFields = {
  model: optionalField(filledText(200)).describe("The model's name. Defaults to the configured one."),
  temperature: optionalField(numberField(z.number().min(0).max(2))).describe(
    'From 0, the same answer nearly every time, to 2.',
  ),
  maxTokens: optionalField(numberField(z.number().int().min(1).max(1_000_000))).describe(
    'Tokens that the answer has at most.',
  ),
};

/** A text for the model to work on. */
export const promptField = filledText(200_000);
