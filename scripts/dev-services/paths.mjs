import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root of the checkout. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/** Everything the commands keep lies here; git ignores it. */
export const dataRoot = join(root, '.data')

/**
 * The JavaScript file behind a command of an installed package: run it with node itself, because
 * killing npx leaves its child alive.
 * @param {string} packageName
 * @param {string} [command]
 */
export function packageCommand(packageName, command = packageName) {
  const folder = join(root, 'node_modules', packageName)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, typeof bin === 'string' ? bin : bin[command])
}
