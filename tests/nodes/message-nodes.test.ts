import { describe, expect, test } from '@jest/globals';
import { fieldViolations } from '../../src/engine/rules/field-violations.js';
import { smsSize } from '../../src/nodes/message/sms-segments.js';
import { ProviderError, type ProviderErrorCode } from '../../src/platform/providers/provider-error.js';
import { nodeOf, portsWith, refusedFields, runNode } from './run-node.js';

const mail = { to: 'ana@example.com', subject: 'Hello', body: 'Text' };

/** Ports that record requests, and accept all of them or fail with a code. */
function recording(failure?: ProviderErrorCode) {
  const asked: unknown[][] = [];
  const send = async (...args: unknown[]) => {
    asked.push(args.slice(0, -1));
    if (failure) throw new ProviderError(failure, 'No.', failure === 'PROVIDER_UNAVAILABLE');
    return { messageId: 'm-1' };
  };
  const ports = portsWith({
    mail: { send },
    sms: { send },
    whatsapp: {
      sendText: send,
      sendFile: send,
      sendTemplate: send,
      findTemplate: async () => ({ name: 'own', language: 'es' }),
    },
  });
  return { asked, ports };
}

const file = { $file: { id: '01970000-0000-7000-8000-0000000000f1' } };

describe('message nodes', () => {
  test.each([
    [
      'message.email',
      { ...mail, to: 'a@x.com, b@x.com', subject: 'One\r\nBcc: c@x.com' },
      [{ to: ['a@x.com', 'b@x.com'], subject: 'One Bcc: c@x.com', body: 'Text', format: 'text' }],
    ],
    ['message.sms', { to: '+34 600-000-001', text: 5 }, [{ to: '+34600000001', text: '5', segments: 1 }]],
    ['message.whatsapp', { to: '+34600000001', text: 'Hi' }, ['+34600000001', 'Hi']],
    ['message.whatsapp', { to: '+34600000001', file }, ['+34600000001', file.$file.id, null]],
    ['message.whatsapp', { to: '+34600000001', file, text: 'Hi' }, ['+34600000001', file.$file.id, 'Hi']],
    [
      'message.whatsappTemplate',
      { to: '+34600000001', templateId: 'hi', variables: { name: 'Ana' } },
      ['+34600000001', { name: 'hi', language: 'en', variables: { name: 'Ana' } }],
    ],
    [
      'message.whatsappTemplate',
      { to: '+34600000001', templateId: '019ab3f2-0000-7000-8000-000000000000' },
      ['+34600000001', { name: 'own', language: 'es', variables: [] }],
    ],
  ])('%s passes its fields on, and leaves by sent', async (type, data, expected) => {
    const { asked, ports } = recording();
    const { outcome } = await runNode(type, data, { ports });
    expect(asked).toEqual([expected]);
    expect(outcome).toMatchObject({ kind: 'done', output: { messageId: 'm-1' } });
    expect((nodeOf(type).sourceHandles as string[])[0]).toBe('sent');
  });

  test.each<[string, object, ProviderErrorCode, boolean, string[]]>([
    ['message.email', mail, 'PROVIDER_REFUSED', false, ['failed']],
    ['message.sms', { to: '+34600000001', text: 'Hi' }, 'PROVIDER_UNAVAILABLE', true, ['failed']],
    ['message.whatsapp', { to: '+34600000001', text: 'Hi' }, 'WINDOW_CLOSED', false, ['windowClosed', 'failed']],
    ['message.whatsapp', { to: '+34600000001', text: 'Hi' }, 'PROVIDER_REFUSED', false, ['failed']],
    [
      'message.whatsappTemplate',
      { to: '+34600000001', templateId: 'hi' },
      'PROVIDER_NOT_CONFIGURED',
      false,
      ['failed'],
    ],
  ])('%s that fails leaves by the handle of its error', async (type, data, code, retryable, handles) => {
    const { outcome } = await runNode(type, { ...data }, { ports: recording(code).ports });
    expect(outcome).toEqual({ kind: 'failed', error: { code, message: 'No.' }, retryable, handles });
  });

  test('a node rethrows any other error', async () => {
    await expect(runNode('message.email', mail)).rejects.toThrow('no business');
  });

  test.each([
    ['message.email', { ...mail, to: 'nobody' }, ['to']],
    ['message.email', { ...mail, to: [] }, ['to']],
    ['message.email', { ...mail, to: Array(51).fill('a@x.com') }, ['to']],
    ['message.email', { ...mail, from: 'a@x.com\r\nBcc: b@x.com' }, ['from']],
    ['message.email', { to: 'a@x.com' }, ['subject', 'body']],
    ['message.sms', { to: '600', text: 'Hi' }, ['to']],
    ['message.sms', { to: '+34600000001', text: '' }, ['text']],
    ['message.whatsapp', { to: 'Ana', text: 'Hi' }, ['to']],
    ['message.whatsapp', { to: '+34600000001' }, ['text']],
    ['message.whatsapp', { to: '+34600000001', text: 'x'.repeat(1_025), file }, ['text']],
    ['message.whatsappTemplate', { to: '+34600000001', templateId: 'a', language: 'English' }, ['language']],
  ])('%s rejects %j at %j', (type, data, refused) => {
    expect(refusedFields(type, data)).toEqual(refused);
  });

  test('an expression without a value is empty text, and an object is JSON, as in a longer text', async () => {
    const { asked, ports } = recording();
    await runNode('message.email', { ...mail, subject: null, body: { failed: 1 } }, { ports });
    expect(asked).toEqual([[{ to: ['ana@example.com'], subject: '', body: '{"failed":1}', format: 'text' }]]);
    // Providers accept no empty text.
    expect(refusedFields('message.sms', { to: '+34600000001', text: null })).toEqual(['text']);
  });

  test('text that nobody wrote is missing before the flow runs', () => {
    const node = {
      id: 'n',
      type: 'message.email',
      position: { x: 0, y: 0 },
      data: { ...mail, subject: ' ', body: '' },
    };
    expect(fieldViolations(node, nodeOf('message.email')).map(({ field, kind }) => [field, kind])).toEqual([
      ['subject', 'required'],
      ['body', 'required'],
    ]);
  });

  test('recipients can be expressions, alone and among others', () => {
    const violationsOf = (to: unknown) =>
      fieldViolations(
        { id: 'n', type: 'message.email', position: { x: 0, y: 0 }, data: { ...mail, to } },
        nodeOf('message.email'),
      );
    expect(violationsOf('{{triggerData.email}}')).toEqual([]);
    expect(violationsOf('ana@example.com, {{triggerData.email}}')).toEqual([]);
    expect(violationsOf(['{{triggerData.email}}', 'ana@example.com'])).toEqual([]);
    expect(violationsOf('nobody')).toMatchObject([
      { field: 'to', problem: expect.stringContaining('must be a valid email address') },
    ]);
  });
});

describe('the segments of a text message', () => {
  test.each([
    ['', 'GSM-7', 1],
    ['a'.repeat(160), 'GSM-7', 1],
    ['a'.repeat(161), 'GSM-7', 2],
    ['a'.repeat(306), 'GSM-7', 2],
    ['a'.repeat(307), 'GSM-7', 3],
    ['€'.repeat(80), 'GSM-7', 1],
    ['€'.repeat(81), 'GSM-7', 2],
    // 76 characters of two septets fill 152 of 153: an escape is not split from its character.
    ['€'.repeat(153), 'GSM-7', 3],
    ['ñÑáa'.replace('á', 'à'), 'GSM-7', 1],
    ['á', 'UCS-2', 1],
    ['á'.repeat(70), 'UCS-2', 1],
    ['á'.repeat(71), 'UCS-2', 2],
    ['á'.repeat(135), 'UCS-2', 3],
    ['😀'.repeat(35), 'UCS-2', 1],
    ['😀'.repeat(36), 'UCS-2', 2],
    ['😀'.repeat(67), 'UCS-2', 3],
  ])('of %j', (text, encoding, segments) => {
    expect(smsSize(text)).toEqual({ encoding, segments });
  });
});
