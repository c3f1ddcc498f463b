import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { run } from '../dev-services/command.mjs'
import { runStep } from '../dev-services/log.mjs'
import { root } from '../dev-services/paths.mjs'

/**
 * Fills a database of its own with the demonstration. Returns the environment of the shop's processes.
 * @param {import('../test/private-run.mjs').PrivateRun} privateRun @param {string} purpose
 */
export async function prepareData({ dir, env: givenEnv, ownDatabase }, purpose) {
  const env = {
    ...givenEnv,
    DATABASE_URL: await ownDatabase(purpose),
    DATA_DIR: join(dir, 'files'),
    COOKIE_SECRETS: randomBytes(32).toString('hex'),
    NODE_ENV: 'production',
    APP_ENV: 'test',
    LOG_LEVEL: 'warn',
    LIMIT_FACTOR: '10000',
  }
  await runStep('Preparing the data', 'Data is ready', async () => {
    for (const name of ['migrate', 'seed']) {
      const file = join(root, 'build/tools', `${name}.js`)
      const logFile = join(dir, 'logs', `${name}.log`)
      await run(process.execPath, [file], { logFile, env, failure: `"${name}" failed.` })
    }
  })
  return env
}
