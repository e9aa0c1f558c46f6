import type { Document } from 'mongodb';
import type { CombinationOptions, Filter, FindOptions, RankedKey } from '../../contracts/store';
import { combinationStages, type CombinationRow } from './combinations';
import { compileFields, compileFilter, compileSort, fieldName, type MongoRecord } from './query';

/** A row of several reads in one aggregation: a found record, a combination, or a count. */
export interface PartRow {
  /** Place of the read. */
  part: number;
  record?: MongoRecord;
  combination?: CombinationRow;
  total?: number;
}

/** Field of a document's place in a ranked order while it is sorted. */
const rank = '__rank';

/** The stages of one find. Their rows come in its order, whatever rows of other reads are between them. */
export function findStages({ filter, ranked, sort, limit, offset, fields }: FindOptions, part: number): Document[] {
  if (limit === 0) return [{ $match: { $nor: [{}] } }];
  const sorted = [...(ranked ? [[rank, ranked.descending ? -1 : 1]] : []), ...(compileSort(sort) as [string, 1 | -1][])];
  const projection = compileFields(fields);
  return [
    { $match: compileFilter(filter) },
    ...(ranked ? [{ $addFields: { [rank]: rankOf(ranked) } }] : []),
    ...(sorted.length > 0 ? [{ $sort: Object.fromEntries(sorted) as Document }] : []),
    ...(offset ? [{ $skip: offset }] : []),
    ...(limit === undefined ? [] : [{ $limit: limit }]),
    ...(projection ? [{ $project: projection }] : ranked ? [{ $project: { [rank]: 0 } }] : []),
    { $project: { _id: 0, part: { $literal: part }, record: '$$ROOT' } },
  ];
}

/** The stages of one count. */
export function countStages(filter: Filter, part: number): Document[] {
  return [
    { $match: compileFilter(filter) },
    { $group: { _id: { $literal: part }, total: { $sum: 1 } } },
    { $project: { _id: 0, part: '$_id', total: 1 } },
  ];
}

/** The stages of one count by combinations of values. */
export function combinedStages(options: CombinationOptions, part: number): Document[] {
  return [...combinationStages(options), { $project: { _id: 0, part: { $literal: part }, combination: '$$ROOT' } }];
}

function rankOf({ field, groups }: RankedKey): Document | number {
  const value = { $ifNull: [`$${fieldName(field)}`, null] };
  const branches = groups.map((group, place) => ({ case: { $in: [value, { $literal: [...group] }] }, then: place }));
  return branches.length === 0 ? 0 : { $switch: { branches, default: groups.length } };
}
