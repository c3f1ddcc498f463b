import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'rules',
          include: [
            'tests/{domain,text,forms,documents,gateways,server,http,scripts}/**/*.test.{ts,tsx}',
            'tests/mails/*.test.ts',
            'tests/*.test.ts',
          ],
          setupFiles: ['tests/support/environment.ts', 'tests/support/no-console-error.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          globalSetup: ['tests/support/schema-copy.ts'],
          include: ['tests/{models,routes,jobs}/**/*.test.{ts,tsx}', 'tests/mails/*/**/*.test.ts'],
          setupFiles: [
            'tests/support/environment.ts',
            'tests/support/database.ts',
            'tests/support/no-console-error.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          globalSetup: ['tests/support/schema-copy.ts'],
          include: ['tests/faults/**/*.test.ts'],
          setupFiles: ['tests/support/environment.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
    ],
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
