import type { StorageSettings } from '../platform/object-storage/index.js';
import type { Config } from './load-config.js';

/** How the object storage is reached. */
export function storageSettings(config: Config): StorageSettings {
  const { awsRegion, awsAccessKeyId, awsSecretAccessKey, awsSessionToken, s3EndpointUrl, awsEndpointUrl } = config;
  return {
    endpoint: s3EndpointUrl ?? awsEndpointUrl,
    region: awsRegion,
    sessionToken: awsSessionToken,
    accessKeyId: awsAccessKeyId,
    secretAccessKey: awsSecretAccessKey,
  };
}
