import { searchFilter } from '../../lib/search/filter';
import type { SearchQuery } from '../../lib/search/query';
import { weights, type WeightedText } from '../../lib/search/rank';
import { storedWords } from '../../lib/search/stored';
import type { Filter } from '../../lib/contracts/store';
import type { Project } from './documents';

export type Searched = Pick<Project, 'name' | 'tags' | 'description'>;

/** The words under which a project is found, as its document keeps them. */
export const searchWords = ({ name, tags, description }: Searched): Pick<Project, 'terms' | 'words'> =>
  storedWords([name, ...tags, description]);

/** The projects that fulfil a search. */
export const searched = (query: SearchQuery): Filter => searchFilter(query, { terms: 'terms', words: 'words' });

/** A match in the name counts most, then one in the tags, then one in the description. */
export const weightedTexts = ({ name, tags, description }: Searched): WeightedText[] => [
  { text: name, weight: weights.first },
  { text: tags.join(' '), weight: weights.second },
  { text: description, weight: weights.third },
];
