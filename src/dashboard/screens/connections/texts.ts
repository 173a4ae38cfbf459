import { defineTexts } from '../../i18n/texts';

export const texts = defineTexts({
  account_incomplete: ['Incomplete', 'Incompleta'],
  account_none: ['No own account', 'Sin cuenta propia'],
  account_own: ['Own account', 'Cuenta propia'],
  account_sandbox: ['Not connected', 'Sin conectar'],
  account_server: ['Account of the server', 'Cuenta del servidor'],
  about_email: ['Sent by flows, campaigns and sequences.', 'Los envían flujos, campañas y secuencias.'],
  about_model: [
    'Used by assistants and by the AI steps of flows.',
    'Lo usan los asistentes y los pasos de IA de los flujos.',
  ],
  about_twilio: [
    'SMS of flows, campaigns, sequences and the inbox, and voice calls.',
    'SMS de flujos, campañas, secuencias y la bandeja de entrada, y llamadas de voz.',
  ],
  about_whatsapp: [
    'Messages of flows, campaigns, sequences and the inbox.',
    'Mensajes de flujos, campañas, secuencias y la bandeja de entrada.',
  ],
  change: ['Change the account', 'Cambiar la cuenta'],
  connect: ['Connect your own account', 'Conectar tu propia cuenta'],
  connectHint: [
    'Kept encrypted in the vault, and never shown again. Leave a field empty to keep its value.',
    'Se guarda cifrado en la bóveda y no se vuelve a mostrar. Deja un campo vacío para conservar su valor.',
  ],
  connectTitle: [(name: string) => `Connect ${name}`, (name: string) => `Conectar ${name}`],
  description: [
    'The services that messages, calls and assistants go through.',
    'Los servicios por los que pasan los mensajes, las llamadas y los asistentes.',
  ],
  example: [(example: string) => `For example ${example}`, (example: string) => `Por ejemplo ${example}`],
  finish: ['Complete the account', 'Completar la cuenta'],
  flowsUsing: ['Flows that use its secrets', 'Flujos que usan sus secretos'],
  inbound: ['Replies arrive at', 'Las respuestas llegan a'],
  inboundHint: [
    'Enter this address at the provider, so that replies and delivery reports arrive.',
    'Introduce esta dirección en el proveedor para que lleguen las respuestas y los informes de entrega.',
  ],
  isSet: ['Set', 'Definido'],
  last: ['Last message', 'Último mensaje'],
  lastUse: ['Last use', 'Último uso'],
  mayNot: [
    'An owner of the workspace can connect an account.',
    'Una persona propietaria del espacio puede conectar una cuenta.',
  ],
  missing: [
    (names: string) => `Missing: ${names}. Until then, nothing is sent.`,
    (names: string) => `Falta: ${names}. Hasta entonces no se envía nada.`,
  ],
  name_email: ['Email', 'Correo'],
  name_model: ['Language model', 'Modelo de lenguaje'],
  name_twilio: ['SMS and calls (Twilio)', 'SMS y llamadas (Twilio)'],
  name_whatsapp: ['WhatsApp', 'WhatsApp'],
  none: [
    'It goes through the account of the server, if that has one.',
    'Pasa por la cuenta del servidor, si este tiene una.',
  ],
  nothing: ['Nothing yet', 'Nada todavía'],
  optional: ['optional', 'opcional'],
  sandbox: [
    'Messages are kept in the sandbox instead of being sent. Connect an account to send them.',
    'Los mensajes se guardan en el entorno de pruebas en vez de enviarse. Conecta una cuenta para enviarlos.',
  ],
  status_delivered: ['Delivered', 'Entregado'],
  status_failed: ['Failed', 'Fallido'],
  status_sandboxed: ['Not sent', 'No enviado'],
  status_sent: ['Sent', 'Enviado'],
  title: ['Connections', 'Conexiones'],
});
