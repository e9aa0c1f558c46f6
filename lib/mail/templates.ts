/** What each mail is told; addresses are complete, texts are plain. */
export interface MailValues {
  registration: { name: string; verifyUrl: string; cancelUrl: string };
  verify_email: { name: string; verifyUrl: string };
  change_email: { name: string; changeUrl: string };
  password_recovery: { name: string; recoveryUrl: string };
  invitation: { inviter: string; project: string; extraText: string | null; invitationUrl: string };
  membership_added: { inviter: string; project: string; projectUrl: string };
  transfer_request: { requester: string; project: string; projectUrl: string };
  transfer_start: { owner: string; project: string; reason: string | null; transferUrl: string };
  transfer_accept: { newOwner: string; project: string; reason: string | null; projectUrl: string };
  transfer_reject: { refuser: string; project: string; reason: string | null; projectUrl: string };
  contact: { sender: string; project: string; comment: string; projectUrl: string };
  /** `reason`: the receiver failed for a day, or said that it is gone. */
  webhook_disabled: { project: string; name: string; url: string; reason: 'failing' | 'gone'; settingsUrl: string };
  /** `hours`: how long the file is kept. */
  dump_ready: { project: string; url: string; hours: number };
  dump_failed: { project: string };
  import_done: { project: string; projectUrl: string };
  /** `reason` in the words of the error, with the place where it is. */
  import_failed: { reason: string };
  /** `created`: how many elements a table became. */
  table_done: { project: string; created: number; projectUrl: string };
  table_failed: { project: string; reason: string };
  feedback: { name: string; address: string; comment: string; host: string; referrer: string | null; userAgent: string | null };
}

/** Name of a mail template. */
export type MailName = keyof MailValues;

/** A paragraph, somebody's own words, or an address to follow. */
export type Block = string | { quote: string | null } | { link: string; label: string };

/** Subject and content of one mail in one language; `product` is the product's name. */
export interface MailTemplate<V> {
  subject(values: V & { product: string }): string;
  blocks(values: V & { product: string }): Block[];
}

/** All mails in one language. */
export type MailTemplates = { [Name in MailName]: MailTemplate<MailValues[Name]> };
