import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { run } from './dev-services/command.mjs'
import { Problem, runStep } from './dev-services/log.mjs'
import { root } from './dev-services/paths.mjs'
import { runOnPrivateServices } from './test/private-run.mjs'

const pagesByName = { documents: 'docs/grown-shops.md', webs: 'docs/cluster.md' }
const names = process.argv.slice(2)
const chosenPages = Object.entries(pagesByName).filter(([name]) => names.length === 0 || names.includes(name))

await runOnPrivateServices(
  async ({ dir, env: givenEnv, ownDatabase, program, formatPage }) => {
    const env = {
      ...givenEnv,
      DATABASE_URL: await ownDatabase('documents'),
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
    for (const [name, page] of chosenPages) {
      const main = join(root, `scripts/bench/documents/${name}-main.ts`)
      if ((await program(name, ['--import', 'tsx', main], env)) !== 0) return 1
      await formatPage(page)
    }
    return 0
  },
  {
    check() {
      if (names.some((word) => !(word in pagesByName)))
        throw new Problem('npm run bench:documents -- [documents|webs]')
    },
  },
)
