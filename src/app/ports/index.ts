export { createModels } from './create-models.js';
export { createPorts, type PortOptions, type Ports } from './create-ports.js';
export { createProviderSettings } from './own-credentials.js';
