import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

export const root = join(import.meta.dirname, '..', '..')

const entrySchema = z.object({
  version: z.string().default(''),
  license: z.string().optional(),
  integrity: z.string().optional(),
  dev: z.boolean().default(false),
  devOptional: z.boolean().default(false),
})

const lockSchema = z.object({ packages: z.record(z.string(), entrySchema) })

export type LockedPackage = z.output<typeof entrySchema> & { path: string; name: string }

/** Returns the locked packages without the shop itself, whose path is ''. */
export function readLock(): LockedPackage[] {
  const { packages } = lockSchema.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, entry]) => ({ ...entry, path, name: path.slice(path.lastIndexOf('node_modules/') + 13) }))
}

const packageSchema = z.object({
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
})

export function readPackage(): z.output<typeof packageSchema> {
  return packageSchema.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
}
