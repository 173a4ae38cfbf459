/** Triggers in Spanish, by their English texts. */
export const triggers: Readonly<Record<string, string>> = {
  'Manual start': 'Inicio manual',
  'Starts the flow manually or by an API call, with the data of the request.':
    'Inicia el flujo a mano o con una llamada a la API, con los datos de la petición.',
  Webhook: 'Webhook',
  'Starts the flow when its webhook URL is called. The body of the call is the trigger data; expressions read the rest of it as `request`.':
    'Inicia el flujo cuando se llama a su URL de webhook. El cuerpo de la llamada son los datos del disparador; las expresiones leen el resto como `request`.',
  'The response to the caller: `accepted` answers 202 at once, `result` waits at most 25 seconds for the result of the execution, or for `webhook.respond`. Defaults to `accepted`.':
    'La respuesta a quien llama: `accepted` responde 202 al instante, `result` espera como máximo 25 segundos el resultado de la ejecución o `webhook.respond`. Por defecto, `accepted`.',
  'Nothing but the token in the URL.': 'Nada más que el token de la URL.',
  'An HMAC-SHA256 of the raw body in lowercase hexadecimal.':
    'Un HMAC-SHA256 del cuerpo sin procesar, en hexadecimal y minúsculas.',
  'A user name and the secret, by HTTP basic authentication.':
    'Un nombre de usuario y el secreto, con autenticación básica de HTTP.',
  'The secret, as a bearer token.': 'El secreto, como token bearer.',
  'The secret, in a header.': 'El secreto, en una cabecera.',
  'The signature of Standard Webhooks.': 'La firma de Standard Webhooks.',
  'The signature of Stripe.': 'La firma de Stripe.',
  'The signature of GitHub.': 'La firma de GitHub.',
  'The signature of Slack.': 'La firma de Slack.',
  'The signature of Twilio.': 'La firma de Twilio.',
  'The name of the secret that the caller knows or signs with.':
    'El nombre del secreto que quien llama conoce o con el que firma.',
  'The header that contains the signature. Defaults to `x-signature`.':
    'La cabecera que contiene la firma. Por defecto, `x-signature`.',
  'The user name. The secret is the password.': 'El nombre de usuario. El secreto es la contraseña.',
  'The header that contains the secret.': 'La cabecera que contiene el secreto.',
  'What calls must prove, in addition to the token in the URL: `hmac`, an HMAC-SHA256 of the raw body in lowercase hexadecimal; `basic`, `bearer` or `header`, the secret itself; or the signature of `standardWebhooks`, `stripe`, `github`, `slack` or `twilio`. Defaults to `none`.':
    'Lo que las llamadas deben demostrar, además del token de la URL: `hmac`, un HMAC-SHA256 del cuerpo sin procesar, en hexadecimal y minúsculas; `basic`, `bearer` o `header`, el propio secreto; o la firma de `standardWebhooks`, `stripe`, `github`, `slack` o `twilio`. Por defecto, `none`.',
  'What identifies an event, as an expression that reads `triggerData` or `request`, for example `{{triggerData.id}}`. A call with the value of another call within 24 hours starts nothing and gets the response of the first. Null or an empty text identifies nothing. Defaults to the ID of the event for `auth` of the types `standardWebhooks`, `stripe`, `github`, `slack` and `twilio`.':
    'Lo que identifica un evento, como expresión que lee `triggerData` o `request`, por ejemplo `{{triggerData.id}}`. Una llamada con el valor de otra en las 24 horas siguientes no inicia nada y recibe la respuesta de la primera. Null o un texto vacío no identifican nada. Por defecto, el ID del evento para `auth` de los tipos `standardWebhooks`, `stripe`, `github`, `slack` y `twilio`.',
  'The methods that are accepted; others are answered with 405. Defaults to `["POST"]`.':
    'Los métodos que se aceptan; los demás reciben 405. Por defecto, `["POST"]`.',
  'The IP addresses and networks (CIDR) from which calls are accepted; others are answered with 403. Defaults to all.':
    'Las direcciones IP y redes (CIDR) desde las que se aceptan llamadas; las demás reciben 403. Por defecto, todas.',
  'The origins whose pages may call the webhook from a browser (CORS), or `*` for all. Defaults to those that the server allows.':
    'Los orígenes cuyas páginas pueden llamar al webhook desde un navegador (CORS), o `*` para todos. Por defecto, los que permite el servidor.',
  'The verification request of a sender that is answered without starting an execution: of `slack`, or of `meta` (WhatsApp, Messenger, Instagram). With `auth` of type `slack` it defaults to `slack`.':
    'La petición de verificación de un remitente, que se responde sin iniciar una ejecución: de `slack` o de `meta` (WhatsApp, Messenger, Instagram). Con `auth` de tipo `slack`, por defecto es `slack`.',
  'The verification of the URL by Slack.': 'La verificación de la URL por Slack.',
  'The verification of the URL by Meta, for example of WhatsApp.':
    'La verificación de la URL por Meta, por ejemplo de WhatsApp.',
  'The name of the secret that is the verify token in the settings of the Meta app.':
    'El nombre del secreto que es el token de verificación en la configuración de la aplicación de Meta.',
  Schedule: 'Programación',
  'Starts the flow on a schedule: by a cron expression, or at an interval.':
    'Inicia el flujo según una programación: con una expresión cron o a intervalos.',
  'A cron expression: minute, hour, day of month, month, day of week. For example, `0 9 * * 1-5` is 09:00 from Monday to Friday.':
    'Una expresión cron: minuto, hora, día del mes, mes, día de la semana. Por ejemplo, `0 9 * * 1-5` son las 09:00 de lunes a viernes.',
  'The interval in minutes, instead of `cron`.': 'El intervalo en minutos, en lugar de `cron`.',
  'The IANA time zone of `cron`. Defaults to UTC.': 'La zona horaria IANA de `cron`. Por defecto, UTC.',
  'AI tool': 'Herramienta de IA',
  'Lets assistants call the flow as a tool. The arguments are the trigger data.':
    'Permite que los asistentes llamen al flujo como herramienta. Los argumentos son los datos del disparador.',
  'The name by which assistants call the tool.': 'El nombre con el que los asistentes llaman a la herramienta.',
  'What the tool does and when to call it, for the assistant.':
    'Qué hace la herramienta y cuándo llamarla, para el asistente.',
  'The JSON Schema of the arguments. Defaults to no arguments.':
    'El JSON Schema de los argumentos. Por defecto, sin argumentos.',
  'CRM event': 'Evento del CRM',
  'Starts the flow when an event occurs in the CRM, or when a caller publishes one. The event is the trigger data.':
    'Inicia el flujo cuando ocurre un evento en el CRM o cuando alguien publica uno por la API. El evento son los datos del disparador.',
  'The event that starts the flow: a type of CRM event, or `custom.<name>` for events that are published with `POST /events`.':
    'El evento que inicia el flujo: un tipo de evento del CRM, o `custom.<name>` para los eventos publicados con `POST /events`.',
  'The ID of the pipeline whose events start the flow. Required for `opportunity.created`; other opportunity events default to any pipeline.':
    'El ID del embudo cuyos eventos inician el flujo. Obligatorio para `opportunity.created`; en los demás eventos de oportunidades, por defecto cualquier embudo.',
  'Conditions, all of which must be true. `left` is usually an expression that reads the event, for example `{{triggerData.data.status}}`.':
    'Condiciones, y todas deben cumplirse. `left` suele ser una expresión que lee el evento, por ejemplo `{{triggerData.data.status}}`.',
  'The value to compare, usually an expression.': 'El valor que se compara, normalmente una expresión.',
  'The comparison.': 'La comparación.',
  'The value to compare with: a list for `in` and `notIn`. Required unless the operator compares with nothing.':
    'El valor con el que se compara: una lista para `in` y `notIn`. Obligatorio, salvo que el operador no compare con nada.',
  'Voice call': 'Llamada de voz',
  'Starts the flow when a voice call reaches a status. The call is the trigger data.':
    'Inicia el flujo cuando una llamada de voz alcanza un estado. La llamada son los datos del disparador.',
  'The ID of the voice agent whose calls start the flow. Defaults to any.':
    'El ID del agente de voz cuyas llamadas inician el flujo. Por defecto, cualquiera.',
  'The status of the call that starts the flow. Defaults to `completed`.':
    'El estado de la llamada que inicia el flujo. Por defecto, `completed`.',
  'Failed execution': 'Ejecución fallida',
  'Starts the flow when an execution of another flow fails. The failure is the trigger data.':
    'Inicia el flujo cuando falla una ejecución de otro flujo. El fallo son los datos del disparador.',
  'The ID of the flow whose failures start this flow. Defaults to all other flows.':
    'El ID del flujo cuyos fallos inician este flujo. Por defecto, todos los demás flujos.',
  'The ID of the node that must have failed. Defaults to any.':
    'El ID del nodo que debe haber fallado. Por defecto, cualquiera.',
  'The code that the error must have, for example `HTTP_STATUS`. Defaults to any.':
    'El código que debe tener el error, por ejemplo `HTTP_STATUS`. Por defecto, cualquiera.',
  'Conditions, all of which must be true. `left` is usually an expression that reads the failure, for example `{{triggerData.flow.name}}`.':
    'Condiciones, y todas deben cumplirse. `left` suele ser una expresión que lee el fallo, por ejemplo `{{triggerData.flow.name}}`.',
};
