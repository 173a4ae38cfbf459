import { setting } from '../setting.js';
import { httpUrl, textSetting } from '../setting-types.js';

/** The standard variables of tools for S3. Only commands use them. */
export const storage = {
  AWS_ENDPOINT_URL_S3: setting({
    as: 's3EndpointUrl',
    type: httpUrl('https://minio.example.com'),
    unset: '`AWS_ENDPOINT_URL`',
    description:
      'The URL of an object storage that implements the API of S3, see [object storage](backup.md#object-storage).',
  }),
  AWS_ENDPOINT_URL: setting({
    as: 'awsEndpointUrl',
    type: httpUrl(),
    unset: 'S3 of AWS in `AWS_REGION`',
    description: 'The same for all services of AWS; `AWS_ENDPOINT_URL_S3` comes before it.',
  }),
  AWS_REGION: setting({
    as: 'awsRegion',
    type: textSetting('the name of a region, for example eu-central-1'),
    default: 'us-east-1',
    description: 'The region of the bucket. Other storages than AWS accept their own names, often any.',
  }),
  AWS_ACCESS_KEY_ID: setting({
    as: 'awsAccessKeyId',
    type: textSetting('the ID of an access key'),
    unset: 'backups are written to files only',
    description:
      'The access key with which `backup`, `restore`, `workspace export` and `workspace import` use the storage.',
  }),
  AWS_SECRET_ACCESS_KEY: setting({
    as: 'awsSecretAccessKey',
    type: textSetting('the secret of an access key'),
    unset: 'backups are written to files only',
    secret: true,
    description: 'The secret of `AWS_ACCESS_KEY_ID`.',
  }),
  AWS_SESSION_TOKEN: setting({
    as: 'awsSessionToken',
    type: textSetting('the token of temporary credentials'),
    unset: 'the access key is permanent',
    secret: true,
    description: 'The token that belongs to temporary credentials.',
  }),
};
