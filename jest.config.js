/** @type {import('jest').Config} */
const base = {
  testEnvironment: 'node',
  transform: { '^.+\\.(t|j|mj)s$': ['@swc/jest'] },
  transformIgnorePatterns: ['/node_modules/(?!(jose)/)'],
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
};

module.exports = {
  ...base,
  // Waits are for conditions; this ends those that never come, also on a busy machine.
  testTimeout: 30_000,
  // The default leaves one core idle: with two of them that is half of the machine.
  maxWorkers: '100%',
  projects: [
    { ...base, displayName: 'unit', testMatch: ['<rootDir>/test/unit/**/*.spec.ts'] },
    { ...base, displayName: 'integration', testMatch: ['<rootDir>/test/integration/**/*.spec.ts'] },
    { ...base, displayName: 'cluster', testMatch: ['<rootDir>/test/cluster/**/*.spec.ts'] },
    { ...base, displayName: 'faults', testMatch: ['<rootDir>/test/faults/**/*.spec.ts'] },
  ],
};
