import type { MailTemplates } from '../templates';

/** The mails in English. Clients recognise mails by these subjects. */
export const en: MailTemplates = {
  registration: {
    subject: ({ product }) => `You've been ${product}tized!`,
    blocks: ({ product, name, verifyUrl, cancelUrl }) => [
      `Hello ${name},`,
      `welcome to ${product}. Please confirm that this address is yours:`,
      { label: 'Confirm your address', link: verifyUrl },
      'If you did not ask for this account, you can remove it:',
      { label: 'Remove the account', link: cancelUrl },
    ],
  },
  verify_email: {
    subject: ({ product }) => `[${product}] Verify email`,
    blocks: ({ name, verifyUrl }) => [
      `Hello ${name},`,
      'please confirm that this address is yours:',
      { label: 'Confirm your address', link: verifyUrl },
    ],
  },
  change_email: {
    subject: ({ product }) => `[${product}] Change email`,
    blocks: ({ product, name, changeUrl }) => [
      `Hello ${name},`,
      `you asked to use this address for your account on ${product} from now on. Please confirm it:`,
      { label: 'Confirm the new address', link: changeUrl },
      'If you did not ask for it, ignore this message.',
    ],
  },
  password_recovery: {
    subject: ({ product }) => `[${product}] Password recovery`,
    blocks: ({ product, name, recoveryUrl }) => [
      `Hello ${name},`,
      `somebody asked for a new password for your account on ${product}. You can choose one here:`,
      { label: 'Choose a new password', link: recoveryUrl },
      'If it was not you, ignore this message: your password stays as it is.',
    ],
  },
  invitation: {
    subject: ({ product, project }) => `[${product}] Invitation to join to the project '${project}'`,
    blocks: ({ product, inviter, project, extraText, invitationUrl }) => [
      `${inviter} invites you to work on the project ${project} on ${product}.`,
      { quote: extraText },
      { label: 'Accept the invitation', link: invitationUrl },
    ],
  },
  membership_added: {
    subject: ({ product, project }) => `[${product}] Added to the project '${project}'`,
    blocks: ({ inviter, project, projectUrl }) => [
      `${inviter} has added you to the project ${project}.`,
      { label: 'Go to the project', link: projectUrl },
    ],
  },
  transfer_request: {
    subject: ({ product, project }) => `[${product}] Project transfer request: ${project}`,
    blocks: ({ requester, project, projectUrl }) => [
      `${requester} asks you for the ownership of your project ${project}. You can offer it in the project's settings.`,
      { label: 'Go to the project', link: projectUrl },
    ],
  },
  transfer_start: {
    subject: ({ product, project }) => `[${product}] Project transfer offer: ${project}`,
    blocks: ({ owner, project, reason, transferUrl }) => [
      `${owner} offers you the ownership of the project ${project}.`,
      { quote: reason },
      { label: 'Accept or decline', link: transferUrl },
      'The offer is good for seven days.',
    ],
  },
  transfer_accept: {
    subject: ({ product, project }) => `[${product}] Project transfer offer accepted: ${project}`,
    blocks: ({ newOwner, project, reason, projectUrl }) => [
      `${newOwner} has accepted your offer and owns the project ${project} now. You are still one of its administrators.`,
      { quote: reason },
      { label: 'Go to the project', link: projectUrl },
    ],
  },
  transfer_reject: {
    subject: ({ product, project }) => `[${product}] Project transfer declined: ${project}`,
    blocks: ({ refuser, project, reason, projectUrl }) => [
      `${refuser} has declined your offer. You still own the project ${project}.`,
      { quote: reason },
      { label: 'Go to the project', link: projectUrl },
    ],
  },
  contact: {
    subject: ({ product, sender, project }) => `[${product}] ${sender} has sent a message to the project ${project}`,
    blocks: ({ product, sender, project, comment, projectUrl }) => [
      `${sender} has written to the project ${project}:`,
      { quote: comment },
      { label: 'Go to the project', link: projectUrl },
      `You get this message as an administrator of the project on ${product}. Answer it to write to the sender.`,
    ],
  },
  webhook_disabled: {
    subject: ({ product, project }) => `[${product}] Webhook switched off in the project '${project}'`,
    blocks: ({ product, project, name, url, reason, settingsUrl }) => [
      `${product} does not call the webhook ${name} of the project ${project} any more: ${
        reason === 'gone' ? 'its receiver says that it is gone for good.' : 'its receiver has failed for a whole day.'
      }`,
      `Address of the receiver: ${url}`,
      { label: 'Save or test the webhook to switch it on again', link: settingsUrl },
    ],
  },
  dump_ready: {
    subject: ({ product, project }) => `[${product}] The dump of the project '${project}' is ready`,
    blocks: ({ project, url, hours }) => [
      `You asked for a dump of the project ${project}. You can fetch it here:`,
      { label: 'Download the dump', link: url },
      `The file is removed after ${hours} hour${hours === 1 ? '' : 's'}.`,
    ],
  },
  dump_failed: {
    subject: ({ product, project }) => `[${product}] The dump of the project '${project}' could not be made`,
    blocks: ({ project }) => [
      `You asked for a dump of the project ${project}. Something went wrong while it was made. Please try again later.`,
    ],
  },
  import_done: {
    subject: ({ product, project }) => `[${product}] The project '${project}' has been imported`,
    blocks: ({ project, projectUrl }) => [
      `The project ${project} that you wanted to import is complete.`,
      { label: 'Go to the project', link: projectUrl },
    ],
  },
  import_failed: {
    subject: ({ product }) => `[${product}] Your import has failed`,
    blocks: ({ reason }) => ['The project that you wanted to import could not be made, and nothing of it was kept:', { quote: reason }],
  },
  table_done: {
    subject: ({ product, project }) => `[${product}] Your table has been imported into the project '${project}'`,
    blocks: ({ project, created, projectUrl }) => [
      `The rows of your table are in the project ${project} now: ${created}.`,
      { label: 'Go to the project', link: projectUrl },
    ],
  },
  table_failed: {
    subject: ({ product, project }) => `[${product}] Your table could not be imported into the project '${project}'`,
    blocks: ({ project, reason }) => [
      `The table that you wanted to import into the project ${project} could not be taken over:`,
      { quote: reason },
    ],
  },
  feedback: {
    subject: ({ product, name, address }) => `[${product}] Feedback from ${name} <${address}>`,
    blocks: ({ name, address, comment, host, referrer, userAgent }) => [
      `${name} <${address}> has written:`,
      { quote: comment },
      `Host: ${host}`,
      `Referrer: ${referrer ?? '-'}`,
      `User agent: ${userAgent ?? '-'}`,
    ],
  },
};
