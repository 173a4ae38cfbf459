import type { Config } from '../config/index.js';
import type { StorageSettings } from '../platform/object-storage/index.js';

/** How commands reach the object storage. */
export function storageSettings(config: Config): StorageSettings {
  const { awsRegion, awsAccessKeyId, awsSecretAccessKey, awsSessionToken, s3EndpointUrl, awsEndpointUrl } = config;
  return {
    ...{ endpoint: s3EndpointUrl ?? awsEndpointUrl, region: awsRegion, sessionToken: awsSessionToken },
    ...{ accessKeyId: awsAccessKeyId, secretAccessKey: awsSecretAccessKey },
  };
}
