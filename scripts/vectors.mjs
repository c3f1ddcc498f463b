import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { root } from './dev-services/paths.mjs'

// npm starts scripts in the checkout, but FILE is relative to INIT_CWD, the caller's folder.
const [file] = process.argv.slice(2)
const path = file ? [resolve(process.env.INIT_CWD ?? process.cwd(), file)] : []
const main = join(root, 'scripts', 'vectors', 'main.ts')
const { status, error } = spawnSync(process.execPath, ['--import', 'tsx', main, ...path], {
  cwd: root,
  stdio: 'inherit',
})
if (error) console.error(error.message)
process.exitCode = status ?? 1
