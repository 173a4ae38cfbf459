/** The built-in templates in Spanish: names, descriptions and categories, by their English texts. */
export const templates: Readonly<Record<string, string>> = {
  ai: 'IA',
  marketing: 'marketing',
  operations: 'operaciones',
  sales: 'ventas',
  support: 'atención al cliente',
  voice: 'voz',
  'Notify the team of a new lead and reply': 'Avisar al equipo de un nuevo contacto y responderle',
  'Receives a lead from a form by webhook, notifies the team by email and thanks the lead if there is an email address.':
    'Recibe un contacto de un formulario por webhook, avisa al equipo por correo y da las gracias al contacto si hay una dirección de correo.',
  'Qualify leads with AI': 'Cualificar contactos con IA',
  'Classifies the message of a lead: sends hot leads to the team by SMS and replies to the others by email.':
    'Clasifica el mensaje de un contacto: envía los más interesados al equipo por SMS y responde a los demás por correo.',
  'Announce won deals in the team chat': 'Anunciar ventas ganadas en el chat del equipo',
  'Posts each won opportunity to a channel of the team chat.':
    'Publica cada oportunidad ganada en un canal del chat del equipo.',
  'Welcome a new contact': 'Dar la bienvenida a un contacto nuevo',
  'Sends each new contact a welcome email, and first steps three days later.':
    'Envía a cada contacto nuevo un correo de bienvenida y, tres días después, los primeros pasos.',
  'Test two subject lines': 'Probar dos asuntos',
  'Sends one subject line to half of the contacts and another to the rest, always the same to the same contact, and reports which.':
    'Envía un asunto a la mitad de los contactos y otro al resto, siempre el mismo al mismo contacto, e informa de cuál fue.',
  'Confirm orders by WhatsApp or email': 'Confirmar pedidos por WhatsApp o correo',
  'Receives an order from a shop by webhook and confirms it with a WhatsApp template, or by email if that fails.':
    'Recibe un pedido de una tienda por webhook y lo confirma con una plantilla de WhatsApp, o por correo si esta falla.',
  'Sort support requests': 'Clasificar solicitudes de ayuda',
  'Classifies each received message by topic and opens a ticket in your help desk.':
    'Clasifica cada mensaje recibido por tema y abre un ticket en tu centro de ayuda.',
  'Send appointment reminders': 'Enviar recordatorios de citas',
  'Confirms each new appointment by SMS and sends a reminder two hours before it starts. Follows appointments that are moved, and sends nothing for those that are cancelled or deleted.':
    'Confirma cada cita nueva por SMS y envía un recordatorio dos horas antes de que empiece. Sigue las citas que cambian de hora y no envía nada de las canceladas o eliminadas.',
  'Follow up on failed payments': 'Hacer seguimiento de pagos fallidos',
  'Contacts a customer whose payment failed: by a friendly email first, then a firm one, then an SMS.':
    'Escribe a un cliente cuyo pago ha fallado: primero un correo amable, después uno más firme y por último un SMS.',
  'Send a report every morning': 'Enviar un informe cada mañana',
  'Reads orders from an API on each working day at 8:00, calculates totals and sends them by email.':
    'Lee los pedidos de una API cada día laborable a las 8:00, calcula los totales y los envía por correo.',
  'Monitor a website': 'Vigilar un sitio web',
  'Requests a URL every five minutes and sends an SMS if it fails three times in a row.':
    'Solicita una URL cada cinco minutos y envía un SMS si falla tres veces seguidas.',
  'Forward a list row by row': 'Reenviar una lista fila por fila',
  'Receives a list by webhook and sends each row to another system. Rows that fail do not stop the others.':
    'Recibe una lista por webhook y envía cada fila a otro sistema. Las filas que fallan no detienen las demás.',
  'Order status as a tool for assistants': 'Estado de un pedido como herramienta para asistentes',
  'Lets an assistant look up an order in your shop. The tool returns a short answer, also for unknown orders.':
    'Permite a un asistente consultar un pedido de tu tienda. La herramienta devuelve una respuesta breve, también para pedidos desconocidos.',
  'Store notes of each voice call': 'Guardar notas de cada llamada de voz',
  'Extracts the agreements from the summary of a finished call and sends them to another system.':
    'Extrae los acuerdos del resumen de una llamada terminada y los envía a otro sistema.',
};
