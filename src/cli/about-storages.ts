/** For the help of commands that write or read archives. */
export const aboutStorages =
  'Storages are reached with AWS_ENDPOINT_URL_S3, AWS_REGION, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.';

/** The argument that names a new archive. */
export const newArchive =
  'a new file, or a folder in which a file with the current time is created; or s3://bucket/key, or s3://bucket/prefix/';
