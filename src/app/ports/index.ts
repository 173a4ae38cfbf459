export { createPorts, type PortOptions, type Ports } from './create-ports.js';
