import type { MailName } from '../../../lib/mail';
import type { MailValues } from '../../../lib/mail/templates';
import type { JobWork } from './job';

/** Mails whoever asked for a job, in the language of the account or of the request. */
export async function mailOwner<Name extends MailName>(
  { node, call, job }: Pick<JobWork, 'node' | 'call' | 'job'>,
  name: Name,
  values: MailValues[Name],
): Promise<void> {
  const [account] = await call('auth.accounts', { ids: [job.owner] });
  if (account) await node.mailer.sendTemplate(name, { to: account.email, language: account.lang || job.language, values });
}
