import { defineConfig } from 'vitest/config'
import { countWorkers } from './scripts/test/workers.mjs'
import { selectedPaths, selectedTitles } from './tests/faults/rows/selection.ts'

const onDatabase = {
  globalSetup: ['tests/support/schema-copy.ts'],
  setupFiles: [
    'tests/support/environment.ts',
    'tests/support/database.ts',
    'tests/support/no-console-error.ts',
    'tests/support/record-statements.ts',
  ],
}

/** These change what the application reads when it starts. */
const ownProcess = ['tests/**/*.own-process.test.ts']
const onRules = { setupFiles: ['tests/support/environment.ts', 'tests/support/no-console-error.ts'] }

/** Importing the application for each file takes longer than most files run. */
const oneProcess = { isolate: false, restoreMocks: true, unstubEnvs: true, unstubGlobals: true }

export default defineConfig({
  test: {
    // Keeps transformed modules between runs; they take half the time of a single file.
    experimental: { fsModuleCache: true },
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
          exclude: ownProcess,
          ...onRules,
          ...oneProcess,
        },
      },
      {
        extends: true,
        test: {
          ...onDatabase,
          name: 'database',
          include: ['tests/{models,routes,jobs,api,import}/**/*.test.{ts,tsx}', 'tests/mails/*/**/*.test.ts'],
          exclude: ownProcess,
          ...oneProcess,
        },
      },
      {
        extends: true,
        test: { ...onDatabase, name: 'own process', include: ownProcess },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          globalSetup: ['tests/support/schema-copy.ts', 'tests/faults/support/demonstration.ts'],
          include: selectedPaths().map((path) => `tests/faults/${path}`),
          setupFiles: ['tests/support/environment.ts', 'tests/faults/rows/setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // Runs after all other tests, since leases and time limits need the processor.
          sequence: { groupOrder: 1 },
          fileParallelism: process.env.FAULT_RECORD !== 'write', // all files write the same record
          isolate: false, // a test file reuses the servers and web processes of the one before
        },
      },
    ],
    testNamePattern: selectedTitles(), // only the faults have a selection, which the runner sets
    maxWorkers: countWorkers({ gigabytesEach: 1 }),
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
