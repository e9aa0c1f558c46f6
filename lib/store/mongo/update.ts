import type { Document, UpdateFilter } from 'mongodb';
import type { Update } from '../../contracts/store';
import { missingFrom, normalUpdate, type NormalUpdate } from '../update';
import type { MongoRecord } from './query';

type MongoUpdate = UpdateFilter<MongoRecord> | Document[];

const keyOf = (variable: string) => ({ $ifNull: [`$$${variable}.id`, `$$${variable}`] });

function withAll(path: string, values: readonly unknown[]): Document {
  return { $concatArrays: [{ $ifNull: [`$${path}`, []] }, { $literal: values }] };
}

function withNew(path: string, values: readonly unknown[]): Document {
  const present = { $ifNull: [`$${path}`, []] };
  const keys = { $map: { input: present, as: 'held', in: keyOf('held') } };
  const added = {
    $filter: { input: { $literal: missingFrom([], values) }, as: 'value', cond: { $not: [{ $in: [keyOf('value'), keys] }] } },
  };
  return { $concatArrays: [present, added] };
}

function without(path: string, keys: readonly unknown[]): Document {
  const kept = { $filter: { input: `$${path}`, as: 'held', cond: { $not: [{ $in: [keyOf('held'), { $literal: keys }] }] } } };
  return { $cond: [{ $isArray: `$${path}` }, kept, `$${path}`] };
}

function stagesOf(update: NormalUpdate): Document[] {
  const set = (changes: [string, unknown][]) => (changes.length > 0 ? [{ $set: Object.fromEntries(changes) }] : []);
  return [
    ...set(update.set.map(([path, value]) => [path, { $literal: value }])),
    ...(update.unset.length > 0 ? [{ $unset: update.unset }] : []),
    ...set(update.inc.map(([path, by]) => [path, { $add: [{ $ifNull: [`$${path}`, 0] }, by] }])),
    ...set(update.push.map(([path, values]) => [path, withAll(path, values)])),
    ...set(update.addToSet.map(([path, values]) => [path, withNew(path, values)])),
    ...set(update.pull.map(([path, keys]) => [path, without(path, keys)])),
  ];
}

function operatorsOf(update: NormalUpdate): UpdateFilter<MongoRecord> {
  const operators: Document = {
    $set: Object.fromEntries(update.set),
    $unset: Object.fromEntries(update.unset.map((path) => [path, ''])),
    $inc: Object.fromEntries(update.inc),
    $push: Object.fromEntries(update.push.map(([path, values]) => [path, { $each: values }])),
  };
  return Object.fromEntries(Object.entries(operators).filter(([, changes]) => Object.keys(changes).length > 0));
}

/**
 * The update for MongoDB; null when nothing changes. Adding and removing by id, which no operator can, is a pipeline.
 * @throws TypeError for a wrong update.
 */
export function compileUpdate(update: Update): MongoUpdate | null {
  const normal = normalUpdate(update);
  if (Object.values(normal).every((changes) => changes.length === 0)) return null;
  return normal.addToSet.length > 0 || normal.pull.length > 0 ? stagesOf(normal) : operatorsOf(normal);
}
