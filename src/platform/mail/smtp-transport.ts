/** What sends mails over SMTP. It is large: import this module dynamically. */
export { createTransport } from 'nodemailer';
