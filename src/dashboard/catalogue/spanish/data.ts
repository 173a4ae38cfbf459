/** Nodes for data, HTTP, other flows, waits and responses in Spanish, by their English texts. */
export const data: Readonly<Record<string, string>> = {
  'Set variables': 'Definir variables',
  'Sets variables for the rest of the execution.': 'Define variables para el resto de la ejecución.',
  'The name of the variable. Expressions read it as `variables.NAME`.':
    'El nombre de la variable. Las expresiones la leen como `variables.NAME`.',
  'The value. A single expression keeps its type.': 'El valor. Una expresión sola conserva su tipo.',
  'The variables to set. If a name is repeated, the last value is used.':
    'Las variables que se definen. Si un nombre se repite, vale el último valor.',
  Transform: 'Transformar',
  'Evaluates one CEL expression, which can create lists and objects, and outputs its result.':
    'Evalúa una expresión CEL, que puede crear listas y objetos, y devuelve su resultado.',
  'The expression, for example `size(triggerData.items)`.': 'La expresión, por ejemplo `size(triggerData.items)`.',
  Code: 'Código',
  'Runs JavaScript in a sandbox without network, files or packages, and outputs what it returns.':
    'Ejecuta JavaScript en un entorno aislado, sin red, archivos ni paquetes, y devuelve su resultado.',
  'The body of an async function that receives `input` and returns a JSON value. `console.log` writes to the log of the step.':
    'El cuerpo de una función async que recibe `input` y devuelve un valor JSON. `console.log` escribe en el registro del paso.',
  'The value of `input` in the code, usually an expression.':
    'El valor de `input` en el código, normalmente una expresión.',
  'The timeout in seconds. Defaults to 10.': 'El tiempo límite en segundos. Por defecto, 10.',
  'HTTP request': 'Petición HTTP',
  'Sends an HTTP request, and outputs the status, headers and body of the response.':
    'Envía una petición HTTP y devuelve el estado, las cabeceras y el cuerpo de la respuesta.',
  'The HTTP method.': 'El método HTTP.',
  'An absolute HTTP or HTTPS URL. Private addresses are not allowed unless the operator lists them in `OUTBOUND_ALLOW`.':
    'Una URL absoluta HTTP o HTTPS. Las direcciones privadas no se permiten, salvo las que el operador incluya en `OUTBOUND_ALLOW`.',
  'The headers by name. A header with the value null is omitted.':
    'Las cabeceras por nombre. Una cabecera con valor null se omite.',
  'Query parameters by name, added to those of the URL. A list repeats the parameter; null omits it.':
    'Parámetros de consulta por nombre, que se añaden a los de la URL. Una lista repite el parámetro; null lo omite.',
  'The body: any JSON value, the fields of a form, or text.':
    'El cuerpo: cualquier valor JSON, los campos de un formulario o texto.',
  'The format of the body. Defaults to `json`, or to `text` if `body` is text that is not JSON. `base64` sends the bytes that a text in base64 stands for, for example of a file that another request received.':
    'El formato del cuerpo. Por defecto, `json`, o `text` si `body` es texto que no es JSON. `base64` envía los bytes que representa un texto en base64, por ejemplo de un archivo que recibió otra petición.',
  'The credentials. They are not sent to another site on a redirect.':
    'Las credenciales. No se envían a otro sitio en una redirección.',
  'The type of the credentials.': 'El tipo de credenciales.',
  'The user name.': 'El nombre de usuario.',
  'The password.': 'La contraseña.',
  'The token.': 'El token.',
  'The name of the header.': 'El nombre de la cabecera.',
  'The value of the header.': 'El valor de la cabecera.',
  'The timeout of the whole request, in seconds. Defaults to 30.':
    'El tiempo límite de toda la petición, en segundos. Por defecto, 30.',
  'The statuses that count as success, for example `[200, 404]` or `"4xx"`. Defaults to 2xx and 3xx.':
    'Los estados que cuentan como éxito, por ejemplo `[200, 404]` o `"4xx"`. Por defecto, 2xx y 3xx.',
  'Call a flow': 'Llamar a un flujo',
  'Runs another flow of the workspace, and continues with its output or at once.':
    'Ejecuta otro flujo del espacio de trabajo y continúa con su resultado o al instante.',
  'The ID of the flow to run. It must be active.': 'El ID del flujo que se ejecuta. Debe estar activo.',
  'The trigger data of the called execution. Defaults to null.':
    'Los datos del disparador de la ejecución llamada. Por defecto, null.',
  'Whether to wait until the called execution ends. Defaults to true.':
    'Si se espera a que termine la ejecución llamada. Por defecto, true.',
  'Wait for an event': 'Esperar un evento',
  'Waits for an event in the CRM, one that a caller publishes, or a failed execution, without holding a worker.':
    'Espera un evento del CRM, uno publicado por la API o una ejecución fallida, sin ocupar un proceso.',
  'The type of the event: of a CRM event, `custom.<name>` or `execution.failed`.':
    'El tipo del evento: de un evento del CRM, `custom.<name>` o `execution.failed`.',
  'The `key` that a published event must have. Defaults to any.':
    'La `key` que debe tener un evento publicado. Por defecto, cualquiera.',
  'The values that the event must have, by path: `{"data.id": "{{triggerData.contactId}}"}`. Defaults to any event of the type.':
    'Los valores que debe tener el evento, por ruta: `{"data.id": "{{triggerData.contactId}}"}`. Por defecto, cualquier evento del tipo.',
  'Minutes after which the step leaves by `timeout`. Defaults to no timeout.':
    'Minutos tras los que el paso sale por `timeout`. Por defecto, sin límite.',
  'Wait for approval': 'Esperar aprobación',
  'Waits for a person to approve or reject, without holding a worker.':
    'Espera a que una persona apruebe o rechace, sin ocupar un proceso.',
  'What the approvers decide on.': 'Lo que deciden los aprobadores.',
  'The email addresses of the approvers, each of whom receives a link by email. Owners and admins can decide, too. Defaults to all members who can run flows.':
    'Las direcciones de correo de los aprobadores, que reciben cada uno un enlace. Los propietarios y administradores también pueden decidir. Por defecto, todos los miembros que pueden ejecutar flujos.',
  'Respond to webhook': 'Responder al webhook',
  'Defines the HTTP response for the caller of a webhook with `responseMode: "result"`, who gets it at once. The execution continues. Only the first response of an execution is sent.':
    'Define la respuesta HTTP para quien llama a un webhook con `responseMode: "result"`, que la recibe al instante. La ejecución continúa. Solo se envía la primera respuesta de una ejecución.',
  'The HTTP status. Defaults to 200, with `redirect` to 302.': 'El estado HTTP. Por defecto, 200; con `redirect`, 302.',
  'The headers, by name: `content-type` of text, HTML, JSON, CSV, XML, PDF and images, `cache-control`, `content-disposition`, `content-language`, `etag`, `last-modified`, `expires`, `location`, `retry-after`, and names that begin with `x-`, but not those that command a proxy or a browser.':
    'Las cabeceras, por nombre: `content-type` de texto, HTML, JSON, CSV, XML, PDF e imágenes, `cache-control`, `content-disposition`, `content-language`, `etag`, `last-modified`, `expires`, `location`, `retry-after` y nombres que empiezan por `x-`, pero no los que dan órdenes a un proxy o a un navegador.',
  'The body as plain text.': 'El cuerpo como texto sin formato.',
  'The body as a JSON value, also null.': 'El cuerpo como valor JSON, también null.',
  'The paths of the response whose values are secret, for example `["body.session.key"]`: masked in every record, and accepted by later nodes only where secrets are. Defaults to `body.access_token`, `body.refresh_token`, `body.id_token` and `body.client_secret`.':
    'Las rutas de la respuesta cuyos valores son secretos, por ejemplo `["body.session.key"]`: ocultos en todos los registros, y aceptados por nodos posteriores solo donde se aceptan secretos. Por defecto, `body.access_token`, `body.refresh_token`, `body.id_token` y `body.client_secret`.',
  'The body as a page. Browsers show it in a sandbox, so that it cannot act as the user of another page.':
    'El cuerpo como página. Los navegadores la muestran aislada, de modo que no puede actuar como el usuario de otra página.',
  'The URL to which the caller is sent.': 'La URL a la que se envía a quien llama.',
};
