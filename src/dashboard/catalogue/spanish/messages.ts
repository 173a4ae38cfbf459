/** Nodes for messages and calls in Spanish, by their English texts. */
export const messages: Readonly<Record<string, string>> = {
  'What the email is for. `marketing` is sent to one recipient, has a footer and headers by which they unsubscribe with one click, and fails with `UNSUBSCRIBED` if they did. Defaults to `transactional`, for emails that the recipient expects, such as an order.':
    'Para qué es el correo. `marketing` se envía a un destinatario, lleva un pie y cabeceras con los que se da de baja con un clic, y falla con `UNSUBSCRIBED` si lo ha hecho. Por defecto, `transactional`, para correos que el destinatario espera, como un pedido.',
  Email: 'Correo',
  'Sends an email.': 'Envía un correo.',
  'The recipients: an email address, several separated by commas, or a list. At most 50.':
    'Los destinatarios: una dirección de correo, varias separadas por comas o una lista. Como máximo, 50.',
  'The subject line.': 'El asunto.',
  'The text of the email.': 'El texto del correo.',
  'The format of the body. Defaults to `text`.': 'El formato del cuerpo. Por defecto, `text`.',
  "The sender: an email address, with or without a name. The platform's mail server uses only the name, and sends replies to the address. Defaults to the sender of the mail server.":
    'El remitente: una dirección de correo, con nombre o sin él. El servidor de correo de la plataforma usa solo el nombre y dirige las respuestas a la dirección. Por defecto, el remitente del servidor de correo.',
  'The email address for replies. Defaults to the sender.':
    'La dirección de correo para las respuestas. Por defecto, el remitente.',
  SMS: 'SMS',
  'Sends an SMS.': 'Envía un SMS.',
  'The phone number of the recipient, with country code.':
    'El número de teléfono del destinatario, con prefijo de país.',
  'The text. A text that exceeds one segment is sent and billed as several.':
    'El texto. Si supera un segmento, se envía y se cobra como varios.',
  'WhatsApp message': 'Mensaje de WhatsApp',
  'Sends a free text by WhatsApp to a contact who wrote within the last 24 hours.':
    'Envía un texto libre por WhatsApp a un contacto que escribió en las últimas 24 horas.',
  'The text of the message.': 'El texto del mensaje.',
  'WhatsApp template': 'Plantilla de WhatsApp',
  'Sends a template that WhatsApp has approved. Templates can be sent at any time.':
    'Envía una plantilla aprobada por WhatsApp. Las plantillas se pueden enviar en cualquier momento.',
  'The ID of a template of the workspace, or the name of a template in WhatsApp.':
    'El ID de una plantilla del espacio de trabajo, o el nombre de una plantilla en WhatsApp.',
  'The language of the template, for example `es` or `en_US`. Defaults to the language of the template of the workspace, else `en`.':
    'El idioma de la plantilla, por ejemplo `es` o `en_US`. Por defecto, el de la plantilla del espacio de trabajo o, si no, `en`.',
  'The values of the placeholders in the body: a list for `{{1}}`, `{{2}}`, or an object by name.':
    'Los valores de los huecos del cuerpo: una lista para `{{1}}`, `{{2}}`, o un objeto por nombre.',
  'Wait for a reply': 'Esperar respuesta',
  'Waits for a message of a contact. If `text` is set, sends it first.':
    'Espera un mensaje de un contacto. Si hay `text`, lo envía antes.',
  'The ID of the contact.': 'El ID del contacto.',
  'The channel of the reply. Defaults to any channel.': 'El canal de la respuesta. Por defecto, cualquier canal.',
  'The text to send before the wait starts.': 'El texto que se envía antes de empezar a esperar.',
  'Phone call': 'Llamada telefónica',
  'Lets a voice agent call a number, and leaves by the outcome of the call.':
    'Hace que un agente de voz llame a un número, y sale por el resultado de la llamada.',
  'The phone number to call, with country code.': 'El número de teléfono al que se llama, con prefijo de país.',
  'The ID of the voice agent.': 'El ID del agente de voz.',
};
