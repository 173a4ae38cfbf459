import type { FollowUpStepInput, FollowUpStepType } from '../../generated/graphql';
import type { SequenceStep } from './query';

export const stepTypes = ['TEXT', 'AI_GENERATED', 'PROMPT_TEMPLATE', 'WHATSAPP_TEMPLATE', 'FLOW'] as const;

export const units = { minutes: 1, hours: 60, days: 1_440 } as const;
export type Unit = keyof typeof units;

/** A step as it is edited. */
export interface StepDraft {
  key: string;
  /** Known for steps that exist. */
  id?: string;
  delay: string;
  unit: Unit;
  stepType: FollowUpStepType;
  message: string;
  promptTemplate: string;
  flowId: string;
  templateId: string;
}

/** The largest unit in which the delay is a whole number. */
function unitOf(minutes: number): Unit {
  if (minutes % units.days === 0) return 'days';
  return minutes % units.hours === 0 ? 'hours' : 'minutes';
}

export function stepDraft({
  id,
  delayMinutes,
  stepType,
  message,
  promptTemplate,
  flowId,
  templateId,
}: SequenceStep): StepDraft {
  const unit = unitOf(delayMinutes);
  return {
    key: id,
    id,
    unit,
    stepType,
    delay: String(delayMinutes / units[unit]),
    message: message ?? '',
    promptTemplate: promptTemplate ?? '',
    flowId: flowId ?? '',
    templateId: templateId ?? '',
  };
}

/** A step that begins like most do: a text, a day later. */
export const newStep = (steps: readonly StepDraft[]): StepDraft => ({
  key: `new ${steps.length} ${performance.now()}`,
  delay: '1',
  unit: 'days',
  stepType: 'TEXT',
  message: '',
  promptTemplate: '',
  flowId: '',
  templateId: '',
});

/** A step with what its type uses. */
export function inputOf({
  id,
  delay,
  unit,
  stepType,
  message,
  promptTemplate,
  flowId,
  templateId,
}: StepDraft): FollowUpStepInput {
  const hasPrompt = stepType === 'PROMPT_TEMPLATE' || stepType === 'AI_GENERATED';
  return {
    ...(id && { id }),
    stepType,
    delayMinutes: Math.round(Number(delay.replace(',', '.')) * units[unit]),
    ...(stepType === 'TEXT' && { message }),
    ...(hasPrompt && promptTemplate && { promptTemplate }),
    ...(stepType === 'FLOW' && { flowId: flowId || null }),
    ...(stepType === 'WHATSAPP_TEMPLATE' && { templateId: templateId || null }),
  };
}
