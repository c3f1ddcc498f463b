import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')

/** Returns '0.1.0+7baa7a85', or the version of package.json without a repository, as in an image. */
export function readVersion() {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const { status, stdout } = spawnSync('git', ['rev-parse', '--short=8', 'HEAD'], { cwd: root, encoding: 'utf8' })
  return status === 0 ? `${version}+${stdout.trim()}` : String(version)
}

/** Read when the build starts, since a commit may follow while it runs. */
export const builtVersion = readVersion()

/** Lets Vite's `define` replace the constant of app/domain/platform/version.ts. */
export const versionConstant = { AEROPUB_VERSION: JSON.stringify(builtVersion) }
