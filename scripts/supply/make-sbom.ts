import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { findLicence } from './licence-rules.ts'
import { type LockedPackage, readLock, root } from './lock.ts'

const propertySchema = z.looseObject({ name: z.string(), value: z.string() })
const componentSchema = z.looseObject({
  name: z.string(),
  version: z.string(),
  properties: z.array(propertySchema).default([]),
  licenses: z.array(z.unknown()).optional(),
})
const bomSchema = z.looseObject({ components: z.array(componentSchema) })

export type Bom = z.output<typeof bomSchema>

/** Lists the shop's packages as CycloneDX 1.6. Reads only the lock, so its text depends on that alone. */
export async function makeSbom(): Promise<Bom> {
  const folder = await mkdtemp(join(tmpdir(), 'aeropub-sbom-'))
  try {
    const file = join(folder, 'sbom.json')
    const program = join(root, 'node_modules/@cyclonedx/cyclonedx-npm/bin/cyclonedx-npm-cli.js')
    const sbomOptions = [
      '--package-lock-only',
      '--omit',
      'dev',
      '--spec-version',
      '1.6',
      '--output-reproducible',
    ]
    await promisify(execFile)(
      process.execPath,
      [program, ...sbomOptions, '--no-validate', '--output-file', file, join(root, 'package.json')],
      { cwd: root },
    )
    return completeBom(bomSchema.parse(JSON.parse(await readFile(file, 'utf8'))), readLock())
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function completeBom(bom: Bom, lockedPackages: readonly LockedPackage[]): Bom {
  const packageByPath = new Map(lockedPackages.map((lockedPackage) => [lockedPackage.path, lockedPackage]))
  const components = bom.components.map((component) => {
    const path = component.properties.find(({ name }) => name === 'cdx:npm:package:path')?.value ?? ''
    const entry = packageByPath.get(path)
    if (!entry) throw new Error(`not in the lock file: ${component.name} ${path}`)
    return { ...component, licenses: component.licenses ?? listLicences(entry), hashes: listHashes(entry) }
  })
  return { ...bom, components }
}

function listLicences(entry: LockedPackage) {
  return [{ license: { id: findLicence(entry), acknowledgement: 'declared' } }]
}

function listHashes({ integrity = '', path }: LockedPackage) {
  const [, hash] = /^sha512-([A-Za-z0-9+/=]+)$/.exec(integrity) ?? []
  if (!hash) throw new Error(`without a hash: ${path}`)
  return [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }]
}
