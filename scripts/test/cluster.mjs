import { join } from 'node:path'
import { Problem } from '../dev-services/log.mjs'
import { findPackageCommand, root } from '../dev-services/paths.mjs'
import { listMissingForGalera } from './galera.mjs'
import { runOnPrivateServices } from './private-run.mjs'

const config = join(root, 'tests/cluster/vitest.config.ts')

await runOnPrivateServices(
  ({ program }) =>
    program('cluster', [findPackageCommand('vitest'), 'run', '--config', config, ...process.argv.slice(2)]),
  { check: checkGalera },
)

function checkGalera() {
  const missing = listMissingForGalera()
  if (missing.length === 0) return
  throw new Problem(`A MariaDB cluster needs: ${missing.join(', ')}.
  Debian/Ubuntu  sudo apt-get install mariadb-server galera-4 rsync lsof`)
}
