import { searchFilter, spaced } from '../../lib/search/filter';
import { wordsOf, type SearchQuery } from '../../lib/search/query';
import { weights, type WeightedText } from '../../lib/search/rank';
import type { Filter } from '../../lib/contracts/store';
import type { Project } from './documents';

export type Searched = Pick<Project, 'name' | 'tags' | 'description'>;

/** The words under which a project is found, as its document keeps them. */
export function searchWords({ name, tags, description }: Searched): Pick<Project, 'terms' | 'words'> {
  const words = [name, ...tags, description].flatMap(wordsOf);
  return { terms: [...new Set(words)], words: spaced(words) };
}

/** The projects that fulfil a search. */
export const searched = (query: SearchQuery): Filter => searchFilter(query, { terms: 'terms', words: 'words' });

/** A match in the name counts most, then one in the tags, then one in the description. */
export const weightedTexts = ({ name, tags, description }: Searched): WeightedText[] => [
  { text: name, weight: weights.first },
  { text: tags.join(' '), weight: weights.second },
  { text: description, weight: weights.third },
];
