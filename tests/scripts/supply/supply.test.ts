import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { expect, test } from 'vitest'
import { completeLock } from '../../../scripts/supply/complete-lock.ts'
import { imageFiles, listImages, pinImages } from '../../../scripts/supply/images.ts'
import { isLicenceAllowed, listLicenceExceptions } from '../../../scripts/supply/licence-rules.ts'
import { readLock, readPackage, root } from '../../../scripts/supply/lock.ts'
import { makeSbom } from '../../../scripts/supply/make-sbom.ts'
import { chooseUpdates, planUpdates, updateHolds } from '../../../scripts/supply/update-plan.ts'

const locked = readLock()

test('every package has an allowed licence', () => {
  expect(locked.length).toBeGreaterThan(100)
  expect(
    locked.filter((each) => !isLicenceAllowed(each)).map(({ path, license }) => `${path} ${license}`),
  ).toEqual([])
})

test.each([
  [{ name: 'x', license: 'MIT', dev: false }, true],
  [{ name: 'x', license: '(GPL-3.0-only OR MIT)', dev: false }, true],
  [{ name: 'x', license: 'Apache-2.0 AND LGPL-3.0-or-later', dev: false }, false],
  [{ name: '@img/sharp-linux-x64', license: 'Apache-2.0 AND LGPL-3.0-or-later', dev: false }, true],
  [{ name: 'x', license: 'MPL-2.0', dev: true }, true],
  [{ name: 'x', license: 'MPL-2.0', dev: false }, false],
  [{ name: 'x', license: 'AGPL-3.0-only', dev: true }, false],
  [{ name: 'x', license: 'SEE LICENSE IN EULA', dev: false }, false],
  [{ name: 'x', dev: false }, false],
])('allows the licence %o in the shop: %s', (each, expected) => {
  expect(isLicenceAllowed(each)).toBe(expected)
})

test('every licence exception is used by a package', () => {
  const unused = listLicenceExceptions().filter(
    ({ name }) => !locked.some((each) => each.name.startsWith(name)),
  )
  expect(unused).toEqual([])
})

const schemaFolder = join(root, 'node_modules/@cyclonedx/cyclonedx-library/res/schema')
const readSchema = (name: string) => JSON.parse(readFileSync(join(schemaFolder, name), 'utf8'))

test('the SBOM is CycloneDX 1.6 with all dependencies, hashes and licences, and no tools', {
  meta: { slow: 'runs npm' },
  timeout: 120_000,
}, async () => {
  const bom = await makeSbom()
  const ajv = new Ajv({ strict: false, formats: { 'iri-reference': true, 'idn-email': true } })
  formats.default(ajv)
  // Documents refer to each other by file, not by id.
  for (const name of ['spdx', 'jsf-0.82'].map((each) => `${each}.SNAPSHOT.schema.json`))
    ajv.addSchema({ ...readSchema(name), $id: `http://cyclonedx.org/schema/${name}` })
  const isValid = ajv.validate(readSchema('bom-1.6.SNAPSHOT.schema.json'), bom)
  expect(ajv.errors ?? []).toEqual([])
  expect(isValid).toBe(true)
  const names = new Set(bom.components.map(({ group, name }) => (group ? `${group}/${name}` : name)))
  const { dependencies, devDependencies } = readPackage()
  // Production packages depend on typescript and on some types, too.
  expect(Object.keys(dependencies).filter((name) => !names.has(name))).toEqual([])
  for (const tool of Object.keys(devDependencies).filter(
    (name) => name !== 'typescript' && !name.startsWith('@types/'),
  ))
    expect(names.has(tool), tool).toBe(false)
  const [first] = bom.components
  expect(first?.hashes).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }])
  expect(bom.components.filter(({ licenses }) => !licenses || licenses.length === 0)).toEqual([])
})

test('a production install has no development packages except typescript, which the image removes', () => {
  const tools =
    /^(typescript|vite|vitest|esbuild|rollup|tsx|@biomejs\/|@playwright\/|playwright|@remix-run\/dev)/
  const bundledTools = locked.filter(({ dev, name }) => !dev && tools.test(name)).map(({ name }) => name)
  // An optional peer of Puppeteer's configuration reader, which npm retains and the image removes.
  expect(bundledTools).toEqual(['typescript'])
  expect(readFileSync(join(root, 'Dockerfile'), 'utf8')).toContain('rm -rf node_modules/typescript')
})

test('docs/dependencies.md lists exactly the production packages', () => {
  const text = readFileSync(join(root, 'docs/dependencies.md'), 'utf8')
  const named = [...new Set([...text.matchAll(/^\| `([^`]+)`/gm)].map(([, name]) => name))]
  expect(named.toSorted()).toEqual(Object.keys(readPackage().dependencies).toSorted())
})

test('groups newer versions by size, and chooses only updates that are not held', () => {
  const plan = planUpdates([
    { name: 'vite', current: '6.4.6', latest: '8.3.8' },
    { name: 'kysely', current: '0.28.18', latest: '0.28.19' },
    { name: 'zod', current: '4.5.4', latest: '4.6.7' },
    { name: 'axe-core', current: '4.11.4', latest: '4.14.1' },
    { name: 'young', current: '0.3.0', latest: '0.4.0' },
    { name: 'same', current: '1.2.3', latest: '1.2.3' },
    { name: 'older', current: '10.0.0', latest: '9.9.9' },
  ])
  const formatHold = (heldReason: string | null) => (heldReason === null ? 'free' : 'held')
  expect(plan.map(({ name, group, heldReason }) => [name, group, formatHold(heldReason)])).toEqual([
    ['kysely', 'patch', 'free'],
    ['axe-core', 'minor', 'free'],
    ['zod', 'minor', 'held'],
    ['vite', 'major', 'held'],
    ['young', 'major', 'free'],
  ])
  expect(chooseUpdates(plan, 'minor').map(({ name }) => name)).toEqual(['axe-core'])
  expect(chooseUpdates(plan, 'young').map(({ name }) => name)).toEqual(['young'])
  expect(chooseUpdates(plan, 'vite')).toEqual([])
})

test('no installed version is one whose update would be held', () => {
  const { dependencies, devDependencies } = readPackage()
  const present = Object.entries({ ...dependencies, ...devDependencies })
  const excludedVersions = present.filter(([name, version]) => {
    const [update] = planUpdates([{ name, current: '0.0.0', latest: version }])
    return name in updateHolds && update?.heldReason !== null
  })
  expect(excludedVersions).toEqual([])
})

test('completes a lock file with other systems’ packages and drops addresses', async () => {
  const lock = {
    lockfileVersion: 3,
    packages: {
      '': { name: 'shop' },
      'node_modules/b': { version: '1.0.0', resolved: 'https://example.test/b.tgz', integrity: 'sha512-b' },
      'node_modules/a': {
        version: '2.0.0',
        dev: true,
        optionalDependencies: { '@a/linux-x64-musl': '2.0.0', b: '1.0.0' },
      },
    },
  }
  const requestedPackages: string[] = []
  const complete = await completeLock(lock, async (name, version) => {
    requestedPackages.push(`${name}@${version}`)
    return 'sha512-x'
  })
  expect(requestedPackages).toEqual(['@a/linux-x64-musl@2.0.0'])
  expect(Object.keys(complete.packages)).toEqual([
    '',
    'node_modules/@a/linux-x64-musl',
    'node_modules/a',
    'node_modules/b',
  ])
  expect(complete.packages['node_modules/b']).toEqual({ version: '1.0.0', integrity: 'sha512-b' })
  expect(complete.packages['node_modules/@a/linux-x64-musl']).toEqual({
    version: '2.0.0',
    integrity: 'sha512-x',
    cpu: ['x64'],
    dev: true,
    libc: ['musl'],
    optional: true,
    os: ['linux'],
  })
})

test('pins images to the digests of their tags, again without changes, and rejects a missing digest', () => {
  const makeDigest = (digit: string) => `sha256:${digit.repeat(64)}`
  const text = `FROM node:24-bookworm-slim AS build\n    image: axllent/mailpit:v1.27@${makeDigest('a')}\n  image: aeropub\n`
  expect(listImages(text)).toEqual(['node:24-bookworm-slim', 'axllent/mailpit:v1.27'])
  const digests = new Map([
    ['node:24-bookworm-slim', makeDigest('b')],
    ['axllent/mailpit:v1.27', makeDigest('c')],
  ])
  const pinned = pinImages(text, digests)
  expect(pinned).toBe(
    `FROM node:24-bookworm-slim@${makeDigest('b')} AS build\n    image: axllent/mailpit:v1.27@${makeDigest('c')}\n  image: aeropub\n`,
  )
  expect(pinImages(pinned, digests)).toBe(pinned)
  expect(() => pinImages(text, new Map())).toThrow('No digest of node:24-bookworm-slim')
})

test('every external image has an exact tag and a digest', () => {
  const images = imageFiles.flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    return [...text.matchAll(/^(?:\s*image:|FROM)\s+(\S+)/gm)].map(([, name = '']) => name)
  })
  const externalImages = images.filter((name) => name !== 'aeropub')
  expect(externalImages.length).toBeGreaterThan(7)
  expect(
    externalImages.filter((name) => !/^[\w./-]+:[\w.-]*\d[\w.-]*@sha256:[\da-f]{64}$/.test(name)),
  ).toEqual([])
})
