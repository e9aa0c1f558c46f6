import { renderMail, type MailName, type MailValues } from '../../../../lib/mail';

const hostile = '<img src=x onerror="alert(1)"> & "Söhne"\r\nBcc: x@example.com';
const url = 'http://localhost:9000/somewhere/token.with-everything_1';

const values: MailValues = {
  registration: { name: hostile, verifyUrl: url, cancelUrl: url },
  verify_email: { name: hostile, verifyUrl: url },
  change_email: { name: hostile, changeUrl: url },
  password_recovery: { name: hostile, recoveryUrl: url },
  invitation: { inviter: hostile, project: hostile, extraText: hostile, invitationUrl: url },
  membership_added: { inviter: hostile, project: hostile, projectUrl: url },
  transfer_request: { requester: hostile, project: hostile, projectUrl: url },
  transfer_start: { owner: hostile, project: hostile, reason: hostile, transferUrl: url },
  transfer_accept: { newOwner: hostile, project: hostile, reason: hostile, projectUrl: url },
  transfer_reject: { refuser: hostile, project: hostile, reason: hostile, projectUrl: url },
  contact: { sender: hostile, project: hostile, comment: hostile, projectUrl: url },
  webhook_disabled: { project: hostile, name: hostile, url: hostile, reason: 'gone', settingsUrl: url },
  dump_ready: { project: hostile, url, hours: 24 },
  dump_failed: { project: hostile },
  import_done: { project: hostile, projectUrl: url },
  import_failed: { reason: hostile },
  table_done: { project: hostile, created: 3, projectUrl: url },
  table_failed: { project: hostile, reason: hostile },
  feedback: { name: hostile, address: 'a@example.com', comment: hostile, host: hostile, referrer: hostile, userAgent: hostile },
};
const names = Object.keys(values) as MailName[];
const withoutLink = new Set<MailName>(['feedback', 'dump_failed', 'import_failed', 'table_failed']);

describe.each(['en', 'es'])('mails in %s', (language) => {
  it.each(names)('%s: the values are escaped in html, whole in text, and never break the subject', (name) => {
    const mail = renderMail(name, language, values[name], 'Taiga');
    expect(mail.html).not.toMatch(/<img/i);
    expect(mail.html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; &quot;Söhne&quot;');
    expect(mail.html).toContain(`lang="${language}"`);
    expect(mail.text).toContain('<img src=x');
    expect(mail.subject).not.toMatch(/[\r\n]/);
    if (!withoutLink.has(name)) {
      expect(mail.html).toContain(`href="${url}"`);
      expect(mail.text).toMatch(new RegExp(`^${url}$`, 'm'));
    }
  });
});

it('subjects are those that clients look for, with the configured product name', () => {
  const subject = (name: MailName, product = 'Taiga') =>
    renderMail(name, 'en', { ...values[name], project: 'P', sender: 'S' }, product).subject;
  expect(names.map((name) => subject(name)).slice(0, 11)).toEqual([
    "You've been Taigatized!",
    '[Taiga] Verify email',
    '[Taiga] Change email',
    '[Taiga] Password recovery',
    "[Taiga] Invitation to join to the project 'P'",
    "[Taiga] Added to the project 'P'",
    '[Taiga] Project transfer request: P',
    '[Taiga] Project transfer offer: P',
    '[Taiga] Project transfer offer accepted: P',
    '[Taiga] Project transfer declined: P',
    '[Taiga] S has sent a message to the project P',
  ]);
  expect(subject('verify_email', 'Larch')).toBe('[Larch] Verify email');
});

it('languages without translation, and empty words of others, leave nothing strange', () => {
  const mail = renderMail('transfer_start', 'fi', { ...values.transfer_start, reason: ' ' }, 'Taiga');
  expect(mail.subject).toContain('transfer offer');
  expect(mail.html).toContain('lang="en"');
  expect(mail.html).not.toContain('<blockquote>');
});
