import { de } from './locales/de';
import { es } from './locales/es';
import { fr } from './locales/fr';
import { ptBr } from './locales/pt-br';
import { zhHans } from './locales/zh-hans';

const catalogues: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  Object.entries({ de, es, fr, 'pt-br': ptBr, 'zh-hans': zhHans }).map(([code, texts]) => [code, new Map(Object.entries(texts))]),
);

/** The built-in English text in this language, or the text itself when it isn't built in or not translated (conventions.md §8). */
export function translate(text: string, language: string): string {
  return catalogues.get(language)?.get(text) ?? text;
}
