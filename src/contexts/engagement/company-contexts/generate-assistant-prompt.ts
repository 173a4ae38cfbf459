import type { Scope } from '../../../platform/graphql/context.js';
import { findRecord } from '../../../platform/records/index.js';
import { models } from '../../automation/models/index.js';
import type { GeneratePromptInput } from './company-context.input.js';
import { type AssistantPrompt, PromptAuthor } from './company-context.object.js';
import { companyContexts } from './company-context.record.js';
import { promptTemplate } from './prompt-template.js';

const timeoutMs = 60_000;
const system =
  "You write the system prompt of a company's assistant. You are given a draft with everything that is known about the company. Write it well: keep every fact, section and rule, add no facts, and answer with the prompt alone.";

/**
 * Generates an assistant's prompt from a context, with the model of the workspace or of the server. Without a model, or if
 * it fails, the prompt comes from a template.
 * @throws AppError NOT_FOUND
 */
export async function generateAssistantPrompt(
  scope: Scope,
  contextId: string,
  input: GeneratePromptInput,
): Promise<AssistantPrompt> {
  const context = await findRecord(scope, companyContexts, contextId);
  const prompt = promptTemplate(context, input);
  const byTemplate = { prompt, writtenBy: PromptAuthor.template, model: null, warning: null };
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const answer = await scope.services.get(models).ask(scope.workspaceId, { system, prompt }, signal);
    if (!answer?.text.trim()) return byTemplate;
    return { prompt: answer.text.trim(), writtenBy: PromptAuthor.model, model: answer.model, warning: null };
  } catch (error) {
    return {
      ...byTemplate,
      warning: `The model failed, so the prompt comes from the template: ${(error as Error).message}`,
    };
  }
}
