/** The external application that the conformance scenarios and the tests with other clients know. */
export const conformanceApplication = {
  id: '5c8515c2-4fc4-11e5-9a5e-68f72800aadd',
  key: 'this-is-the-secret-key',
  name: 'Conformance app',
  web: 'http://app.example.com',
  description: 'An application for tests',
  icon_url: 'http://app.example.com/icon.png',
  next_url: 'http://app.example.com/callback',
};
