import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './dev-services/command.mjs'
import { checkNode } from './dev-services/dependencies.mjs'
import { readOrCreateSecret } from './dev-services/files.mjs'
import { exitAfterClose } from './dev-services/interrupt.mjs'
import { Problem, printLine, runStep } from './dev-services/log.mjs'
import { dataRoot, findPackageCommand, root } from './dev-services/paths.mjs'
import { findFreePort, isListening } from './dev-services/ports.mjs'
import { Background, stopLeftovers } from './dev-services/processes.mjs'
import { Scope } from './dev-services/scope.mjs'
import { ensureAllInstalled, startServices } from './dev-services/services.mjs'
import { requireOnlyOne } from './dev-services/single.mjs'
import { choosePort } from './dev-services/web-port.mjs'

const dir = join(dataRoot, 'dev')
const services = new Scope()
const shop = new Scope()

const lock = requireOnlyOne(join(dir, 'lock.json'), 'npm run dev')
const { fail } = exitAfterClose(async () => {
  await shop.close()
  await services.close()
  lock.release()
})

try {
  checkNode()
  if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'))
  await ensureAllInstalled()
  await stopLeftovers(dir)
  const { port, note } = await choosePort()
  if (note) printLine(`! ${note}`)
  const startedServices = await startServices({ dir, purpose: 'dev', scope: services })
  const env = {
    PUBLIC_URL: `http://localhost:${port}`,
    DATA_DIR: join(dir, 'files'),
    COOKIE_SECRETS: readOrCreateSecret(join(dir, 'cookie-secret'), 48),
    ...process.env,
    ...startedServices.env,
    NODE_ENV: 'development',
    APP_ENV: 'development',
    PORT: String(port),
    WORKER_PORT: String(await findFreePort()),
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
  const remix = findPackageCommand('@remix-run/dev', 'remix')
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
  await web.ready('Remix', () => isListening(port))
  lock.note({ url: env.PUBLIC_URL })
  printLine(`\nDevelopment server at ${env.PUBLIC_URL}. Ctrl-C stops everything.\n`)
  const endedProcess = await Promise.race(
    [web, worker, ...startedServices.instances].map((background) => background.exited.then(() => background)),
  )
  if (!endedProcess.stopping) throw new Problem(`"${endedProcess.name}" stopped unexpectedly.`)
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
  await runStep('Updating the tables', 'Tables are current', () => runTool('migrate', []))
  await runStep('Seeding the demonstration shop', 'Demonstration data', () => runTool('seed', ['--if-empty']))
}
