/** `npm run bench:documents`: PDFs through one worker, and one web process against two. Figures go into docs/bench.md. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { ensureBuild } from './dev-services/build.mjs'
import { run } from './dev-services/command.mjs'
import { createDatabase } from './dev-services/database.mjs'
import { ensureDependencies } from './dev-services/dependencies.mjs'
import { ending } from './dev-services/interrupt.mjs'
import { step } from './dev-services/log.mjs'
import { packageCommand, root } from './dev-services/paths.mjs'
import { Background } from './dev-services/processes.mjs'
import { Scope } from './dev-services/scope.mjs'
import { startServices } from './dev-services/services.mjs'
import { testFolder } from './test/folder.mjs'

const services = new Scope()
const processes = new Scope()
/** @type {{ dir: string, remove: () => Promise<void> } | undefined} */
let folder

const { end, fail } = ending(async () => {
  await processes.close()
  await services.close()
  await folder?.remove()
}, 130)

try {
  await ensureDependencies()
  folder = await testFolder()
  await end(await measure(folder.dir))
} catch (error) {
  await fail(error)
}

/** @param {string} dir */
async function measure(dir) {
  const started = await startServices({ dir, purpose: 'test', scope: services })
  await ensureBuild(join(dir, 'logs', 'build.log'))
  const env = {
    ...process.env,
    ...started.env,
    DATABASE_URL: await ownDatabase(started.env.DATABASE_URL),
    DATA_DIR: join(dir, 'files'),
    COOKIE_SECRETS: randomBytes(32).toString('hex'),
    NODE_ENV: 'production',
    APP_ENV: 'test',
    LOG_LEVEL: 'warn',
    LIMIT_FACTOR: '10000',
  }
  await step('Preparando os dados', 'Dados prontos', async () => {
    for (const name of ['migrate', 'seed']) {
      const file = join(root, 'build/tools', `${name}.js`)
      const logFile = join(dir, 'logs', `${name}.log`)
      await run(process.execPath, [file], { logFile, env, failure: `"${name}" falhou.` })
    }
  })
  const main = processes.add(
    new Background({
      name: 'documents',
      command: process.execPath,
      args: ['--import', 'tsx', join(root, 'scripts/bench/documents/main.ts')],
      env,
      dir,
      first: true,
      inherit: true,
    }),
  )
  const { code } = await main.exited
  if (code !== 0) return 1
  const format = [packageCommand('@biomejs/biome', 'biome'), 'format', '--write', 'docs/bench.md']
  await run(process.execPath, format, { logFile: join(dir, 'logs', 'format.log') })
  return 0
}

/** On the server of this address, dropped afterwards. @param {string} url */
async function ownDatabase(url) {
  const name = `${new URL(url).pathname.slice(1)}_documents_${process.pid}`
  const address = await createDatabase(url, name)
  services.add({
    async stop() {
      const { default: mysql } = await import('mysql2/promise')
      const connection = await mysql.createConnection({ uri: url, connectTimeout: 3000 })
      await connection.query(`drop database \`${name}\``)
      await connection.end()
    },
  })
  return address
}
