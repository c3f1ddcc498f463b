import { z } from 'zod'

const entrySchema = z.looseObject({
  optionalDependencies: z.record(z.string(), z.string()).optional(),
  dev: z.boolean().optional(),
})
const lockSchema = z.looseObject({ packages: z.record(z.string(), entrySchema) })

type Lock = z.output<typeof lockSchema>

const systems = 'android darwin linux win32 freebsd openbsd netbsd sunos aix openharmony'.split(' ')
const processors = 'arm64 x64 ia32 arm loong64 ppc64 riscv64 s390x mips64el'.split(' ')

/** Removes registry addresses and adds packages of other systems, which `npm ci` requires there. */
export async function completeLock(
  lockContents: unknown,
  findIntegrity: (name: string, version: string) => Promise<string>,
): Promise<Lock> {
  const lock = lockSchema.parse(lockContents)
  const packages: Lock['packages'] = {}
  for (const [path, { resolved: _, ...entry }] of Object.entries(lock.packages)) packages[path] = entry
  for (const [path, entry] of Object.entries({ ...packages }))
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (!/^\d+\.\d+\.\d+/.test(version) || isLocked(packages, path, name)) continue
      const nameParts = name.split(/[/-]/)
      const os = systems.filter((system) => nameParts.includes(system))
      const cpu = processors.filter((processor) => nameParts.includes(processor))
      if (os.length === 0) continue
      packages[`node_modules/${name}`] = {
        version,
        integrity: await findIntegrity(name, version),
        ...(cpu.length > 0 ? { cpu } : {}),
        ...(entry.dev ? { dev: true } : {}),
        ...(nameParts.some((word) => word.startsWith('musl')) ? { libc: ['musl'] } : {}),
        optional: true,
        os,
      }
    }
  const sortedPackages = Object.entries(packages).toSorted(([first], [second]) =>
    first.localeCompare(second, 'en'),
  )
  return { ...lock, packages: Object.fromEntries(sortedPackages) }
}

/** Looks for a package as Node does: in node_modules of the dependent package, then of its parents. */
function isLocked(packages: Lock['packages'], dependentPath: string, name: string): boolean {
  for (
    let folder = dependentPath;
    ;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))
  ) {
    if (`${folder ? `${folder}/` : ''}node_modules/${name}` in packages) return true
    if (folder === '') return false
  }
}
