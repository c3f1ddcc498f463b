/** `npm run test:cluster`: the shop on several machines' worth of servers, all of them on this one. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuild } from '../dev-services/build.mjs'
import { findExecutable } from '../dev-services/command.mjs'
import { ensureDependencies } from '../dev-services/dependencies.mjs'
import { ending } from '../dev-services/interrupt.mjs'
import { Problem } from '../dev-services/log.mjs'
import { packageCommand, root } from '../dev-services/paths.mjs'
import { Background } from '../dev-services/processes.mjs'
import { Scope } from '../dev-services/scope.mjs'
import { startServices } from '../dev-services/services.mjs'
import { testFolder } from './folder.mjs'

const libraries = [
  '/usr/lib/galera/libgalera_smm.so',
  '/usr/lib/libgalera_smm.so',
  '/usr/lib64/galera-4/libgalera_smm.so',
]
const programs = ['mariadbd', 'mariadb-install-db', 'wsrep_sst_rsync', 'rsync', 'lsof']
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
  checkGalera()
  folder = await testFolder()
  await end(await test(folder.dir))
} catch (error) {
  await fail(error)
}

function checkGalera() {
  const folders = ['/usr/bin', '/usr/sbin', '/usr/local/bin', '/usr/local/sbin']
  const missing = programs.filter((name) => !findExecutable([name], folders))
  if (missing.length === 0 && libraries.some(existsSync)) return
  throw new Problem(`Para o grupo de MariaDB falta: ${[...missing, 'libgalera_smm.so'].join(', ')}.
  Debian/Ubuntu  sudo apt-get install mariadb-server galera-4 rsync lsof`)
}

/** @param {string} dir */
async function test(dir) {
  const started = await startServices({ dir, purpose: 'test', scope: services })
  await ensureBuild(join(dir, 'logs', 'build.log'))
  const config = join(root, 'tests/cluster/vitest.config.ts')
  const vitest = processes.add(
    new Background({
      name: 'cluster',
      command: process.execPath,
      args: [packageCommand('vitest'), 'run', '--config', config, ...process.argv.slice(2)],
      env: { ...process.env, ...started.env },
      dir,
      first: true,
      inherit: true,
    }),
  )
  const { code } = await vitest.exited
  return code ?? 1
}
