import { readPermissions } from '../../../../services/memberships/roles.rules';

describe("a role's permissions", () => {
  it('are a list of those of members, each once, or null', () => {
    expect(readPermissions(['view_us', 'add_us', 'view_us'])).toEqual(['view_us', 'add_us']);
    expect(readPermissions(null)).toBeNull();
  });

  it.each([
    [['view_us', 'fly'], "Item 2 in the array did not validate: Value 'fly' is not a valid choice."],
    [['modify_project'], "Item 1 in the array did not validate: Value 'modify_project' is not a valid choice."],
    [[['view_us']], 'Item 1 in the array did not validate: Value \'["view_us"]\' is not a valid choice.'],
    ['view_us', 'Enter a list of values.'],
  ])('refuse %j', (value, message) => {
    expect(() => readPermissions(value)).toThrow(message);
  });
});
