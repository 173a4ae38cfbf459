import { defineTexts } from '../../i18n/texts';

export const connectionTexts = defineTexts({
  add: ['Add a connection', 'Añadir una conexión'],
  apiKey: ['API key', 'Clave de API'],
  basic: ['User name and password', 'Usuario y contraseña'],
  bearer: ['Bearer token', 'Token bearer'],
  edit: ['Edit the connection', 'Editar la conexión'],
  header: ['In a header', 'En una cabecera'],
  hosts: ['Hosts it may be used for', 'Servidores con los que se puede usar'],
  hostsHint: [
    'One a line: api.example.com, *.example.com for all subdomains, or * for any. To add one later, enter the credentials again.',
    'Uno por línea: api.example.com, *.example.com para todos los subdominios, o * para cualquiera. Para añadir otro más tarde, vuelve a introducir las credenciales.',
  ],
  keep: [
    'Kept encrypted and never shown again. Leave it empty to keep it.',
    'Se guarda cifrado y no se vuelve a mostrar. Déjalo vacío para conservarlo.',
  ],
  keyName: ['Name of the header or parameter', 'Nombre de la cabecera o del parámetro'],
  kind: ['Credentials', 'Credenciales'],
  none: ['No connections yet', 'Aún no hay conexiones'],
  noneHint: [
    'An account at another service: its credentials, and where they may be sent. HTTP requests use it without seeing them.',
    'Una cuenta en otro servicio: sus credenciales y adónde se pueden enviar. Las peticiones HTTP la usan sin verlas.',
  ],
  password: ['Password', 'Contraseña'],
  placement: ['Sent', 'Se envía'],
  query: ['In the query', 'En la consulta'],
  remove: [(name: string) => `Delete the connection ${name}?`, (name: string) => `¿Eliminar la conexión ${name}?`],
  status: ['Status', 'Estado'],
  statusconnected: ['Connected', 'Conectada'],
  statuspending: ['Needs its credentials', 'Necesita sus credenciales'],
  statusreconnect: ['Reconnect', 'Volver a conectar'],
  test: ['Test', 'Probar'],
  title: ['Connections', 'Conexiones'],
  token: ['Token', 'Token'],
  username: ['User name', 'Usuario'],
  value: ['Key', 'Clave'],
});
