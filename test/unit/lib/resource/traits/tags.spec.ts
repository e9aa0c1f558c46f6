import { FieldProblem } from '../../../../../lib/resource/fields';
import { readTags } from '../../../../../lib/resource/traits/element.fields';

describe('tags of an element', () => {
  it('are names, or pairs of a name and a colour or none, in lower case and each once', () => {
    expect(readTags(['A', ['b', '#FFF'], ['c', null], ['d', ''], 'a'])).toEqual([
      ['a', null],
      ['b', '#FFF'],
      ['c', null],
      ['d', null],
    ]);
  });

  it.each([[['a']], [['a', '#fff', 'b']], [[]], [['a', 'red']], [['a', 7]], [7], [null], ['']])('are not %j', (tag) => {
    expect(() => readTags([tag])).toThrow(FieldProblem);
  });

  it('are refused with what is wrong: the form or the colour', () => {
    expect(() => readTags([[5, '#fff']])).toThrow(/must be the name or a pair/);
    expect(() => readTags([['a', 'red']])).toThrow(/not a valid HEX color/);
  });
});
