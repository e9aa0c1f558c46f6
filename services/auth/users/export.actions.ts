import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { stringify } from 'csv-stringify/sync';
import { zipSync, type Zippable } from 'fflate';
import { notFound } from '../../../lib/errors';
import type { NodeTools } from '../../../lib/contracts/node';
import type { Reply } from '../../../lib/contracts/http';
import { authenticated } from '../../../lib/resource/access';
import type { RestAction } from '../../../lib/resource/define';
import { ok, type RestRequest } from '../../../lib/resource/request';
import { now } from '../../../lib/resource/values';
import { slugOrNull } from '../../../lib/text/slug';
import { accountsOf, type AccountDocument } from '../accounts/account';
import { mediaAddress } from '../accounts/views';

/** Puts the profile into an archive at an address that only the requester learns. The archive before goes. */
async function exportProfile(request: RestRequest): Promise<Reply> {
  const { node } = request;
  const account = await accountsOf(node).findById(request.requireUser().id);
  if (!account) throw notFound('User');
  const name = `${slugOrNull(account.username).slice(0, 100)}-${randomBytes(16).toString('hex')}`;
  const path = `exports/users/${account.id}/${name}.zip`;
  await node.files.put(path, Buffer.from(zipSync(await contentOf(node, account, name))), { contentType: 'application/zip' });
  await accountsOf(node).updateOne({ id: account.id }, { set: { export_path: path, exported_at: now() } });
  if (account.export_path) await node.files.remove(account.export_path);
  return ok({ url: mediaAddress(node.config, path) });
}

async function contentOf(node: NodeTools, account: AccountDocument, name: string): Promise<Zippable> {
  const { username, email, full_name: fullName, bio } = account;
  const table = [
    ['username', 'email', 'full_name', 'bio'],
    [username, email, fullName, bio],
  ];
  const content: Zippable = { [`${name}-profile.csv`]: Buffer.from(stringify(table, { escape_formulas: true })) };
  const original = account.avatar?.original;
  const photo = original === undefined ? null : await node.files.get(original);
  // Pictures are compressed already.
  if (original !== undefined && photo) content[`${name}-photo.${extensionOf(original)}`] = [await buffer(photo.stream), { level: 0 }];
  return content;
}

const extensionOf = (path: string) => path.slice(path.lastIndexOf('.') + 1);

/** Removes archives that have been there for longer than exports are kept. */
export async function purgeExports(node: NodeTools): Promise<void> {
  const before = new Date(Date.now() - node.config.projects.exportLifetime * 1000).toISOString();
  const old = await accountsOf(node).find({ filter: { exported_at: { lt: before } }, fields: ['export_path'] });
  for (const { id, export_path: path } of old) {
    if (path === null) continue;
    await node.files.remove(path);
    await accountsOf(node).updateOne({ id, export_path: path }, { set: { export_path: null, exported_at: null } });
  }
}

export const exportActions: readonly RestAction[] = [
  {
    name: 'users.export',
    rest: { method: 'POST', path: '/users/export' },
    access: authenticated,
    handler: exportProfile,
    summary: 'An archive of the own profile',
  },
];
