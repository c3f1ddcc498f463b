/** Versions from `maxVersion` on are not installed. */
type Hold = { maxVersion: string; reason: string }

const needsNode20 = 'the shop runs on Node 20, and the next one does not'
const needsRemix2 = 'Remix 2 asks for the present one'

export const updateHolds: Readonly<Record<string, Hold>> = {
  '@types/node': { maxVersion: '21', reason: 'types of the oldest Node the shop runs on' },
  '@types/express': { maxVersion: '5', reason: 'types of Express 4' },
  '@types/react': { maxVersion: '19', reason: needsRemix2 },
  '@types/react-dom': { maxVersion: '19', reason: needsRemix2 },
  express: { maxVersion: '5', reason: '@remix-run/express is written for Express 4' },
  'file-type': { maxVersion: '22', reason: needsNode20 },
  kysely: { maxVersion: '0.29', reason: needsNode20 },
  puppeteer: { maxVersion: '25', reason: needsNode20 },
  react: { maxVersion: '19', reason: needsRemix2 },
  'react-dom': { maxVersion: '19', reason: needsRemix2 },
  'remix-utils': { maxVersion: '8', reason: 'from 8 on for React Router 7' },
  typescript: { maxVersion: '6', reason: 'Remix 2 asks for 5.1 or a later 5' },
  vite: { maxVersion: '7', reason: 'Remix 2 asks for 5.1 or 6' },
  vitest: { maxVersion: '5', reason: needsNode20 },
  zod: { maxVersion: '4.5.5', reason: 'from 4.6.0 on conform loses the lengths and limits of fields' },
}

export type Update = { name: string; current: string; latest: string }
export type PlannedUpdate = Update & { group: 'patch' | 'minor' | 'major'; heldReason: string | null }

/** Returns updates to newer versions, smallest steps first. `heldReason` is the reason to skip an update. */
export function planUpdates(updates: readonly Update[]): PlannedUpdate[] {
  const groups = ['patch', 'minor', 'major'] as const
  return updates
    .filter(({ current, latest }) => compareVersions(latest, current) > 0)
    .map((update) => ({ ...update, group: findGroup(update), heldReason: findHold(update) }))
    .toSorted(
      (first, second) =>
        groups.indexOf(first.group) - groups.indexOf(second.group) ||
        first.name.localeCompare(second.name, 'en'),
    )
}

/** Returns the updates of a package, or all of a group ('patch', 'minor' or 'major'), that are not held. */
export function chooseUpdates(plan: readonly PlannedUpdate[], nameOrGroup: string): PlannedUpdate[] {
  return plan.filter(
    ({ name, group, heldReason }) => heldReason === null && (name === nameOrGroup || group === nameOrGroup),
  )
}

function findHold({ name, latest }: Update): string | null {
  const hold = updateHolds[name]
  return hold && compareVersions(latest, hold.maxVersion) >= 0
    ? `below ${hold.maxVersion}: ${hold.reason}`
    : null
}

/** Returns the size of the step. Below 1.0, a minor version may break its users (SemVer, 4). */
function findGroup({ current, latest }: Update): PlannedUpdate['group'] {
  const [currentNumbers, latestNumbers] = [parseNumbers(current), parseNumbers(latest)]
  if (currentNumbers[0] !== latestNumbers[0]) return 'major'
  if (currentNumbers[1] === latestNumbers[1]) return 'patch'
  return currentNumbers[0] === 0 ? 'major' : 'minor'
}

function compareVersions(first: string, second: string): number {
  const [firstNumbers, secondNumbers] = [parseNumbers(first), parseNumbers(second)]
  const differentIndex = firstNumbers.findIndex((number, index) => number !== secondNumbers[index])
  return differentIndex < 0 ? 0 : (firstNumbers[differentIndex] ?? 0) - (secondNumbers[differentIndex] ?? 0)
}

/** Returns the numbers of a version. A pre-release counts as its release. */
function parseNumbers(version: string): number[] {
  const [core = ''] = version.split(/[-+]/)
  return [0, 1, 2].map((index) => Number(core.split('.')[index] ?? 0))
}
