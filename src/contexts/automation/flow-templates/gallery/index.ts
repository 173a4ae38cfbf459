import { announceDeals } from './announce-deals.js';
import { appointmentReminder } from './appointment-reminder.js';
import { callNotes } from './call-notes.js';
import { dailyReport } from './daily-report.js';
import { feedPosts } from './feed-posts.js';
import { formFiles } from './form-files.js';
import type { GalleryTemplate } from './gallery-template.js';
import { importRows } from './import-rows.js';
import { leadForm } from './lead-form.js';
import { missedCall } from './missed-call.js';
import { newLeadEmail } from './new-lead-email.js';
import { orderConfirmation } from './order-confirmation.js';
import { orderStatusTool } from './order-status-tool.js';
import { paymentFailed } from './payment-failed.js';
import { priceWatch } from './price-watch.js';
import { qualifyLead } from './qualify-lead.js';
import { roundRobin } from './round-robin.js';
import { splitTest } from './split-test.js';
import { triageSupport } from './triage-support.js';
import { watchWebsite } from './watch-website.js';
import { welcomeContact } from './welcome-contact.js';
import { winBack } from './win-back.js';

/** The templates that are part of the server. A published template keeps its ID. */
export const gallery: readonly GalleryTemplate[] = [
  newLeadEmail,
  leadForm,
  qualifyLead,
  announceDeals,
  welcomeContact,
  winBack,
  splitTest,
  orderConfirmation,
  triageSupport,
  roundRobin,
  missedCall,
  appointmentReminder,
  paymentFailed,
  dailyReport,
  watchWebsite,
  priceWatch,
  feedPosts,
  importRows,
  formFiles,
  orderStatusTool,
  callNotes,
];
