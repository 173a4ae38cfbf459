/**
 * Rules of inputs that no schema can say, because they concern other records, other fields or the state of a record.
 * `details[].rule` of an error names the rule, and OpenAPI lists those of an operation as `x-business-rules`.
 */
export const businessRules = {
  READ_ONLY_FIELD: 'A field that only the server changes must be sent as it is, or not at all.',
  TEXT_NOT_STORABLE: 'A text must not contain NUL characters or unpaired surrogates.',
  TOO_LARGE: 'All values of a request together must stay within the limits of a request.',
  TOO_MANY_BYTES: 'A text must have at most so many bytes in UTF-8.',
  DECIMAL_PLACES: 'A number must have at most so many digits after the point.',
  URL_INVALID: 'The host and the port of a URL must be valid.',
  HOST_INVALID: 'An entry must be a host, `*.` and a host, or `*`.',
  PHONE_INVALID: "A phone number must have its country code, or be valid in the workspace's country.",
  TIME_ZONE_UNKNOWN: 'A time zone must be one of IANA.',
  COUNTRY_UNKNOWN: 'A country must be one of ISO 3166-1.',
  REFERENCE_UNKNOWN: 'An ID must be that of a record in this workspace.',
  REFERENCE_UNSUITABLE: 'The record that an ID refers to must be suitable for the field.',
  REQUIRED_WITH: 'A field is required by the values of others.',
  NOT_ALLOWED_WITH: 'A field is not allowed with the values of others.',
  ACTION_UNSUITABLE: 'The records of a batch must support the action.',
  DATA_INVALID: 'The data of an operation of a batch must be accepted by the request for one record.',
  FILTER_INVALID: 'The conditions of an export must be those of the list of its records.',
  DUPLICATE: 'Entries must not have the same ID or name.',
  RANGE_REVERSED: 'A range must not end before it begins.',
  RANGE_TOO_LONG: 'A range must not be longer than allowed.',
  TIME_PASSED: 'A time must be in the future.',
  STATE_KEY_INVALID: 'A key of the state must be one line without blanks at its ends, and not `.` or `..`.',
  STATE_UNSUITABLE: 'The state of the record must allow the change.',
  LIMIT_REACHED: 'The record must not have more parts than allowed.',
  CURSOR_INVALID: 'A cursor must be one that was returned before.',
  ROOT_UNKNOWN: 'The names in the data of an expression must be roots of expressions that are not secret.',
  GRAPH_INVALID: 'Nodes, edges and settings of a flow must have the shape of their type.',
  VALUE_TYPE: 'The value of a variable must have the type of the variable.',
  MERGE_FIELD_UNKNOWN: 'A placeholder of a message must name a field of contacts.',
  AUDIENCE_INVALID: 'The fields of an audience must be known and have values of their type.',
  PARAMETERS_INVALID: 'The arguments of a tool must match its parameters.',
  PASSWORD_WEAK: 'A password must not be easy to guess.',
  PASSWORD_WRONG: 'The password must be your current one.',
  CODE_WRONG: 'The code must be the current one.',
  NOT_GRANTABLE: 'Capabilities must suit the role.',
  UNCHANGED: 'The value must differ from the one so far.',
} as const satisfies Readonly<Record<string, string>>;

export type BusinessRule = keyof typeof businessRules;
