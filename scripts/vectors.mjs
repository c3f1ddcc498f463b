import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { root } from './dev-services/paths.mjs'

// npm starts scripts in the checkout, but FILE is relative to INIT_CWD, the caller's folder.
const [file] = process.argv.slice(2)
const vectorArguments = file ? [resolve(process.env.INIT_CWD ?? process.cwd(), file)] : []
const mainFile = join(root, 'scripts', 'vectors', 'main.ts')
const { status, error } = spawnSync(process.execPath, ['--import', 'tsx', mainFile, ...vectorArguments], {
  cwd: root,
  stdio: 'inherit',
})
if (error) console.error(error.message)
process.exitCode = status ?? 1
