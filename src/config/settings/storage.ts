import { setting } from '../setting.js';
import { filePlace, httpUrl, oneOfSetting, textSetting, wholeNumber } from '../setting-types.js';

/** Where files are, and the standard variables of tools for S3. */
export const storage = {
  FILE_STORE: setting({
    as: 'fileStore',
    type: filePlace,
    default: 'database',
    description:
      'Where the bytes of files are stored: in the `database`, which every backup contains; in a `folder` of `DATA_DIR`, for one server; or in an object storage, below a prefix. Files that are stored already stay where they are, and can be read as before.',
  }),
  VALUE_STORE: setting({
    as: 'valueStore',
    type: oneOfSetting('database', 'files'),
    default: 'database',
    description:
      'Where inputs, outputs and trigger data over 64 KiB are after ten minutes: in the `database`, or with the `files`, in the place that `FILE_STORE` names, which must not be the database then. Values with secrets stay in the database. Values that were moved stay where they are, and can be read as before.',
  }),
  FILE_MAX_MIB: setting({
    as: 'fileMaxMib',
    type: wholeNumber(50, 65_536, 'a whole number of MiB'),
    default: 2_048,
    description:
      'The MiB of one file that is uploaded in parts, and of the files of a request of a flow or its response. Files in one request to this server have at most 50 MiB.',
  }),
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
    unset: 'no object storage is used',
    description:
      'The access key with which files (`FILE_STORE`), `backup`, `restore`, `workspace export` and `workspace import` use the storage.',
  }),
  AWS_SECRET_ACCESS_KEY: setting({
    as: 'awsSecretAccessKey',
    type: textSetting('the secret of an access key'),
    unset: 'no object storage is used',
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
