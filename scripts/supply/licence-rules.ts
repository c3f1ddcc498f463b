/** Licences that packages of the shop may have: one of those joined by OR, all of those joined by AND. */
const shopLicences = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
])

/** Licences of packages that only build and tests use and that are not distributed. */
const toolLicences = new Set([...shopLicences, 'CC-BY-3.0', 'CC-BY-4.0', 'MPL-2.0'])

/** Packages, by name or prefix, that may have another licence, and why. */
const exceptions: readonly { name: string; licence: string; reason: string }[] = [
  {
    name: '@img/sharp-',
    licence: 'LGPL-3.0-or-later',
    reason: 'libvips, a library loaded at run time that may be replaced; nothing of it is changed',
  },
  { name: '@fontsource/ibm-plex-sans', licence: 'OFL-1.1', reason: 'a font, embedded in papers' },
  { name: 'argparse', licence: 'Python-2.0', reason: 'permissive; reads the configuration of Puppeteer' },
]

/** Packages without a licence in the lock; their own files contain it. */
const licencesMissingInLock: readonly [prefix: string, licence: string][] = [
  ['@biomejs/cli-', 'MIT OR Apache-2.0'],
  ['@msgpackr-extract/', 'MIT'],
  ['@rollup/rollup-', 'MIT'],
  ['busboy', 'MIT'],
  ['eval', 'MIT'],
  ['format', 'MIT'],
  ['humanize-number', 'MIT'],
  ['only', 'MIT'],
  ['require-like', 'MIT'],
  ['streamsearch', 'MIT'],
]

export type LicensedPackage = { name: string; license?: string | undefined; dev: boolean }

export function findLicence({ name, license }: LicensedPackage): string {
  return license ?? licencesMissingInLock.find(([prefix]) => name.startsWith(prefix))?.[1] ?? 'none'
}

export function isLicenceAllowed(licensedPackage: LicensedPackage): boolean {
  const exceptionalLicences = exceptions
    .filter(({ name }) => licensedPackage.name.startsWith(name))
    .map(({ licence }) => licence)
  const acceptedLicences = new Set([
    ...(licensedPackage.dev ? toolLicences : shopLicences),
    ...exceptionalLicences,
  ])
  const expression = findLicence(licensedPackage).replace(/[()]/g, '')
  return expression
    .split(' OR ')
    .some((alternative) => alternative.split(' AND ').every((id) => acceptedLicences.has(id.trim())))
}

export function listLicenceExceptions(): readonly { name: string; licence: string; reason: string }[] {
  return exceptions
}
