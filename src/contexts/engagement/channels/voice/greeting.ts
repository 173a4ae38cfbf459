import type { OutboundCall } from './find-voice-agent.js';

/**
 * The TwiML of a call that is answered: it says the agent's first message, then connects to the telephony bridge if one is
 * configured, with the IDs of the call and the agent as parameters.
 */
export function greeting(
  { id, voice, language, firstMessage }: OutboundCall['agent'],
  { callId, streamUrl }: { callId: string; streamUrl: string | undefined },
): string {
  const attributes = [voice && `voice="${escaped(voice)}"`, language && `language="${escaped(language)}"`];
  const say = firstMessage ? `<${['Say', ...attributes.filter(Boolean)].join(' ')}>${escaped(firstMessage)}</Say>` : '';
  const parameters = `<Parameter name="callId" value="${callId}"/><Parameter name="voiceAgentId" value="${id}"/>`;
  const bridge = streamUrl ? `<Connect><Stream url="${escaped(streamUrl)}">${parameters}</Stream></Connect>` : '';
  return `<?xml version="1.0" encoding="UTF-8"?><Response>${say}${bridge}</Response>`;
}

function escaped(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(/[&<>"]/g, (char) => entities[char] as string);
}
