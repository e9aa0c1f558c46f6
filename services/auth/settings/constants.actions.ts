import type { RestAction } from '../../../lib/resource/define';
import { anyone } from '../../../lib/resource/access';
import { ok } from '../../../lib/resource/request';
import { locales } from '../../../lib/text/language';
import { translate } from '../../../lib/text/translate';
import { sections } from './sections.rules';

export const constantsActions: readonly RestAction[] = [
  {
    name: 'sections.list',
    rest: { method: 'GET', path: '/sections' },
    access: anyone,
    handler: ({ facts }) => Promise.resolve(ok(sections.map(([number, name]) => [number, translate(name, facts.language)]))),
    summary: 'Sections of a project',
  },
  {
    name: 'locales.list',
    rest: { method: 'GET', path: '/locales' },
    access: anyone,
    handler: () => Promise.resolve(ok(locales)),
    summary: 'Languages',
  },
];
