import type { Calling } from './find-voice-agent.js';

/**
 * What is done on a call once it is taken, in TwiML: the agent says its first message; then the telephony bridge takes
 * over, where there is one, and is told which call and which agent it is.
 */
export function greeting(
  { id, voice, language, firstMessage }: Calling['agent'],
  { callId, streamUrl }: { callId: string; streamUrl: string | undefined },
): string {
  const attributes = [voice && `voice="${escaped(voice)}"`, language && `language="${escaped(language)}"`];
  const said = firstMessage
    ? `<${['Say', ...attributes.filter(Boolean)].join(' ')}>${escaped(firstMessage)}</Say>`
    : '';
  const parameters = `<Parameter name="callId" value="${callId}"/><Parameter name="voiceAgentId" value="${id}"/>`;
  const bridge = streamUrl ? `<Connect><Stream url="${escaped(streamUrl)}">${parameters}</Stream></Connect>` : '';
  return `<?xml version="1.0" encoding="UTF-8"?><Response>${said}${bridge}</Response>`;
}

function escaped(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(/[&<>"]/g, (char) => entities[char] as string);
}
