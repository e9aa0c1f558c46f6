export { createMailSender, type Mailer, type MailLogger, type MailSender, type Message, type TemplateMessage } from './mailer';
export { escapeHtml, renderBlocks, renderMail, type RenderedMail } from './render';
export type { Block, MailName, MailValues } from './templates';
