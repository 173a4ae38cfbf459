/** A billable operation, and what an installation charges for it before its operator sets rates. */
export interface Meter {
  /** What is metered, for the documentation. */
  description: string;
  /** The channel of the operation: part of the key of its rate. */
  app: string;
  /** What is counted. */
  unit: string;
  /** Credits for one unit, with at most six decimal places. */
  credits: number;
  /** Credits for recipients in some countries, by ISO 3166 code. */
  countries?: Readonly<Record<string, number>>;
}

/** Every meter. To add one, declare it here and call `OperationMeter.perform` where the operation is performed. */
export const meters = {
  ai_call: {
    description: 'A call to a language model',
    app: 'llm',
    unit: 'call',
    credits: 1,
  },
  voice_minute: {
    description: 'A minute, or a part of one, of a phone call that was answered',
    app: 'twilio',
    unit: 'minute',
    credits: 6,
    countries: { US: 1.5, ES: 2.5 },
  },
  whatsapp_message: {
    description: 'A WhatsApp message, as text or by template',
    app: 'whatsapp',
    unit: 'message',
    credits: 4,
    countries: { US: 1.5, ES: 3.5, MX: 2.5, BR: 3 },
  },
  sms_sent: {
    description: 'A segment of an SMS',
    app: 'twilio',
    unit: 'segment',
    credits: 8,
    countries: { US: 1, CA: 1, GB: 4, ES: 6, FR: 6.5, DE: 8.5, MX: 4.5 },
  },
  email_sent: {
    description: 'An email to one recipient',
    app: 'smtp',
    unit: 'message',
    credits: 0.1,
  },
  flow_execution: {
    description: 'An execution of a flow',
    app: 'flows',
    unit: 'execution',
    credits: 0,
  },
  site_analysis: {
    description: 'An analysis of a website for a company context',
    app: 'web',
    unit: 'analysis',
    credits: 2,
  },
} as const satisfies Readonly<Record<string, Meter>>;

export type MeterName = keyof typeof meters;

/** The names of all meters, in the order of their declaration. */
export const meterNames = Object.keys(meters) as MeterName[];

/** The meter of this name. */
export function meterOf(name: MeterName): Meter {
  return meters[name];
}
