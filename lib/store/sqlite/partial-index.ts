import type { Filter } from '../../contracts/store';
import { parseFilter } from '../filter';
import { encodeLiteral, valueOf } from './expressions';

/** The condition of a partial index, without bound values. @throws TypeError for what such an index can't say */
export function literalCondition(filter: Filter): string {
  const terms = Object.entries(filter).map(([path, condition]) => {
    const [test, ...others] = [parseFilter({ [path]: condition })].flat();
    if (!test || others.length > 0 || test.kind !== 'test') throw new TypeError(`Not a condition of a partial index: ${path}`);
    if (test.operator === 'missing') return `${valueOf(path)} IS ${test.value ? '' : 'NOT '}NULL`;
    if (test.operator !== 'eq') throw new TypeError(`Not a condition of a partial index: ${test.operator} of ${path}`);
    return test.value === null ? `${valueOf(path)} IS NULL` : `${valueOf(path)} = ${encodeLiteral(test.value)}`;
  });
  return terms.join(' AND ');
}
