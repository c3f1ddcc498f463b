import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './dev-services/command.mjs'
import { checkNode, ensureDependencies } from './dev-services/dependencies.mjs'
import { keptSecret } from './dev-services/files.mjs'
import { ending } from './dev-services/interrupt.mjs'
import { Problem, say, step } from './dev-services/log.mjs'
import { dataRoot, packageCommand, root } from './dev-services/paths.mjs'
import { answers, freePort } from './dev-services/ports.mjs'
import { Background, stopLeftovers } from './dev-services/processes.mjs'
import { Scope } from './dev-services/scope.mjs'
import { startServices } from './dev-services/services.mjs'
import { onlyOne } from './dev-services/single.mjs'
import { choosePort } from './dev-services/web-port.mjs'

const dir = join(dataRoot, 'dev')
const services = new Scope()
const shop = new Scope()

const lock = onlyOne(join(dir, 'lock.json'), 'npm run dev')
const { fail } = ending(async () => {
  await shop.close()
  await services.close()
  lock.release()
})

try {
  checkNode()
  if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'))
  await ensureDependencies()
  await stopLeftovers(dir)
  const { port, note } = await choosePort()
  if (note) say(`! ${note}`)
  const started = await startServices({ dir, purpose: 'dev', scope: services })
  const env = {
    PUBLIC_URL: `http://localhost:${port}`,
    DATA_DIR: join(dir, 'files'),
    COOKIE_SECRETS: keptSecret(join(dir, 'cookie-secret'), 48),
    ...process.env,
    ...started.env,
    NODE_ENV: 'development',
    APP_ENV: 'development',
    PORT: String(port),
    WORKER_PORT: String(await freePort()),
  }
  await prepareDatabase(env)
  const startBackground = (/** @type {string} */ name, /** @type {string[]} */ args) =>
    shop.add(
      new Background({
        name,
        command: process.execPath,
        args,
        env,
        dir,
        marker: args.at(-1),
        first: true,
        inherit: true,
      }),
    )
  const remix = packageCommand('@remix-run/dev', 'remix')
  const web = startBackground('web', [
    remix,
    'vite:dev',
    '--host',
    '127.0.0.1',
    '--strictPort',
    '--port',
    String(port),
  ])
  const worker = startBackground('worker', [
    '--import',
    'tsx',
    '--watch',
    'app/jobs/platform/worker.server.ts',
  ])
  await web.ready('Remix', () => answers(port))
  lock.note({ url: env.PUBLIC_URL })
  say(`\nDevelopment server at ${env.PUBLIC_URL}. Ctrl-C stops everything.\n`)
  const first = await Promise.race(
    [web, worker, ...started.instances].map((one) => one.exited.then(() => one)),
  )
  if (!first.stopping) throw new Problem(`"${first.name}" stopped unexpectedly.`)
} catch (error) {
  await fail(error)
}

/** Migrates and seeds with the TypeScript sources, so that no build is needed. @param {NodeJS.ProcessEnv} env */
async function prepareDatabase(env) {
  const runTool = (/** @type {string} */ name, /** @type {string[]} */ args) =>
    run(process.execPath, ['--import', 'tsx', join(root, 'scripts', `${name}.ts`), ...args], {
      logFile: join(dir, 'logs', `${name}.log`),
      env,
    }).then(() => undefined)
  await step('Updating the tables', 'Tables are current', () => runTool('migrate', []))
  await step('Seeding the demonstration shop', 'Demonstration data', () => runTool('seed', ['--if-empty']))
}
