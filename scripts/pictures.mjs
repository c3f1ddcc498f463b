/**
 * `npm run pictures`: the pictures of the manual (public/help) and of the documents (docs/pictures), taken anew from the
 * demonstration on private services. `npm run pictures -- URL` takes them from a demonstration that runs there.
 */
import { join } from 'node:path'
import { ensureBuild } from './dev-services/build.mjs'
import { createDatabase } from './dev-services/database.mjs'
import { ensureDependencies } from './dev-services/dependencies.mjs'
import { ending } from './dev-services/interrupt.mjs'
import { Problem } from './dev-services/log.mjs'
import { root } from './dev-services/paths.mjs'
import { Background } from './dev-services/processes.mjs'
import { Scope } from './dev-services/scope.mjs'
import { startServices } from './dev-services/services.mjs'
import { testFolder } from './test/folder.mjs'

const [url] = process.argv.slice(2)
const processes = new Scope()
const services = new Scope()
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
  await end(await takePictures(folder.dir))
} catch (error) {
  await fail(error)
}

/** @param {string} dir */
async function takePictures(dir) {
  const { env } = await startServices({ dir, purpose: 'test', scope: services })
  if (url && !URL.canParse(url)) throw new Problem(`Não é um endereço: ${url}`)
  if (!url) await ensureBuild(join(dir, 'logs', 'build.log'))
  const database = url ? {} : { DATABASE_URL: await createDatabase(env.DATABASE_URL, 'aeropub_pictures') }
  const main = processes.add(
    new Background({
      name: 'pictures',
      command: process.execPath,
      args: ['--import', 'tsx', join(root, 'scripts/pictures/main.ts'), ...(url ? [url] : [])],
      env: { ...process.env, ...env, ...database, DATA_DIR: join(dir, 'files') },
      dir,
      first: true,
      inherit: true,
    }),
  )
  const { code } = await main.exited
  return code ?? 1
}
