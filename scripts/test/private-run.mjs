import { join } from 'node:path'
import { ensureBuild } from '../dev-services/build.mjs'
import { run } from '../dev-services/command.mjs'
import { createDatabase } from '../dev-services/database.mjs'
import { ensureDependencies } from '../dev-services/dependencies.mjs'
import { exitAfterClose } from '../dev-services/interrupt.mjs'
import { findPackageCommand, root } from '../dev-services/paths.mjs'
import { Background } from '../dev-services/processes.mjs'
import { Scope } from '../dev-services/scope.mjs'
import { startServices } from '../dev-services/services.mjs'
import { createTestFolder } from './folder.mjs'

/**
 * `ownDatabase` creates a database that is dropped at the end; `formatPage` formats a written page as the linter does.
 * @typedef {{ dir: string, env: NodeJS.ProcessEnv & { DATABASE_URL: string },
 *   program: (name: string, args: string[], more?: NodeJS.ProcessEnv) => Promise<number>,
 *   ownDatabase: (purpose: string) => Promise<string>, formatPage: (page: string) => Promise<unknown> }} PrivateRun
 */

/** @param {(run: PrivateRun) => Promise<number>} work @param {{ check?: () => void, build?: boolean }} [options] */
export async function runOnPrivateServices(work, { check, build = true } = {}) {
  const services = new Scope()
  const processes = new Scope()
  /** @type {{ dir: string, remove: () => Promise<void> } | undefined} */
  let testFolder
  const { end, fail } = exitAfterClose(async () => {
    await processes.close()
    await services.close()
    await testFolder?.remove()
  }, 130)
  try {
    await ensureDependencies()
    check?.()
    testFolder = await createTestFolder()
    const { dir } = testFolder
    const { env } = await startServices({ dir, purpose: 'test', scope: services })
    if (build) await ensureBuild(join(dir, 'logs', 'build.log'))
    await end(
      await work(makePrivateRun(dir, { ...process.env, TEST_DIR: dir, ...env }, { services, processes })),
    )
  } catch (error) {
    await fail(error)
  }
}

/**
 * @param {string} dir @param {NodeJS.ProcessEnv & { DATABASE_URL: string }} env
 * @param {{ services: Scope, processes: Scope }} scopes @returns {PrivateRun}
 */
function makePrivateRun(dir, env, { services, processes }) {
  return {
    dir,
    env,
    async program(name, args, more = {}) {
      const background = processes.add(
        new Background({
          name,
          command: process.execPath,
          args,
          env: { ...env, ...more },
          dir,
          first: true,
          inherit: true,
        }),
      )
      const { code } = await background.exited
      return code ?? 1
    },
    async ownDatabase(purpose) {
      const name = `${new URL(env.DATABASE_URL).pathname.slice(1)}_${purpose}_${process.pid}`
      const address = await createDatabase(env.DATABASE_URL, name)
      services.add({ stop: () => dropDatabase(env.DATABASE_URL, name) })
      return address
    },
    formatPage: (page) =>
      run(
        process.execPath,
        [findPackageCommand('@biomejs/biome', 'biome'), 'format', '--write', join(root, page)],
        {
          logFile: join(dir, 'logs', 'format.log'),
        },
      ),
  }
}

/** @param {string} url @param {string} name */
async function dropDatabase(url, name) {
  const { default: mysql } = await import('mysql2/promise')
  const connection = await mysql.createConnection({ uri: url, connectTimeout: 3000 })
  await connection.query(`drop database \`${name}\``)
  await connection.end()
}
