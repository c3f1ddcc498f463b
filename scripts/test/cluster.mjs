/** `npm run test:cluster`: the shop on several machines' worth of servers, all of them on this one. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findExecutable } from '../dev-services/command.mjs'
import { Problem } from '../dev-services/log.mjs'
import { packageCommand, root } from '../dev-services/paths.mjs'
import { onPrivateServices } from './private-run.mjs'

const libraries = [
  '/usr/lib/galera/libgalera_smm.so',
  '/usr/lib/libgalera_smm.so',
  '/usr/lib64/galera-4/libgalera_smm.so',
]
const programs = ['mariadbd', 'mariadb-install-db', 'wsrep_sst_rsync', 'rsync', 'lsof']
const config = join(root, 'tests/cluster/vitest.config.ts')

await onPrivateServices(
  ({ program }) =>
    program('cluster', [packageCommand('vitest'), 'run', '--config', config, ...process.argv.slice(2)]),
  { check: checkGalera },
)

function checkGalera() {
  const folders = ['/usr/bin', '/usr/sbin', '/usr/local/bin', '/usr/local/sbin']
  const missing = programs.filter((name) => !findExecutable([name], folders))
  if (missing.length === 0 && libraries.some(existsSync)) return
  throw new Problem(`Para o grupo de MariaDB falta: ${[...missing, 'libgalera_smm.so'].join(', ')}.
  Debian/Ubuntu  sudo apt-get install mariadb-server galera-4 rsync lsof`)
}
