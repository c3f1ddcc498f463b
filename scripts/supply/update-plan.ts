type Hold = { below: string; why: string }

const node20 = 'the shop runs on Node 20, and the next one does not'
const remix = 'Remix 2 asks for the present one'

export const holds: Readonly<Record<string, Hold>> = {
  '@types/node': { below: '21', why: 'types of the oldest Node the shop runs on' },
  '@types/express': { below: '5', why: 'types of Express 4' },
  '@types/react': { below: '19', why: remix },
  '@types/react-dom': { below: '19', why: remix },
  express: { below: '5', why: '@remix-run/express is written for Express 4' },
  'file-type': { below: '22', why: node20 },
  kysely: { below: '0.29', why: node20 },
  puppeteer: { below: '25', why: node20 },
  react: { below: '19', why: remix },
  'react-dom': { below: '19', why: remix },
  'remix-utils': { below: '8', why: 'from 8 on for React Router 7' },
  typescript: { below: '6', why: 'Remix 2 asks for 5.1 or a later 5' },
  vite: { below: '7', why: 'Remix 2 asks for 5.1 or 6' },
  vitest: { below: '5', why: node20 },
  zod: { below: '4.5.5', why: 'from 4.6.0 on conform loses the lengths and limits of fields' },
}

export type Update = { name: string; current: string; latest: string }
export type Planned = Update & { group: 'patch' | 'minor' | 'major'; held: string | null }

/** Sorts newer versions, smallest steps first. `held` is the reason to skip one. */
export function planUpdates(updates: readonly Update[]): Planned[] {
  const groups = ['patch', 'minor', 'major'] as const
  return updates
    .filter(({ current, latest }) => compareVersions(latest, current) > 0)
    .map((update) => ({ ...update, group: findGroup(update), held: findHold(update) }))
    .toSorted(
      (one, other) =>
        groups.indexOf(one.group) - groups.indexOf(other.group) || one.name.localeCompare(other.name, 'en'),
    )
}

export function chosenUpdates(plan: readonly Planned[], wanted: string): Planned[] {
  return plan.filter(({ name, group, held }) => held === null && (name === wanted || group === wanted))
}

function findHold({ name, latest }: Update): string | null {
  const hold = holds[name]
  return hold && compareVersions(latest, hold.below) >= 0 ? `below ${hold.below}: ${hold.why}` : null
}

/** Returns the size of the step. Below 1.0, a minor version may break its users (SemVer, 4). */
function findGroup({ current, latest }: Update): Planned['group'] {
  const [from, to] = [parseNumbers(current), parseNumbers(latest)]
  if (from[0] !== to[0]) return 'major'
  if (from[1] === to[1]) return 'patch'
  return from[0] === 0 ? 'major' : 'minor'
}

function compareVersions(one: string, other: string): number {
  const [left, right] = [parseNumbers(one), parseNumbers(other)]
  const at = left.findIndex((number, index) => number !== right[index])
  return at < 0 ? 0 : (left[at] ?? 0) - (right[at] ?? 0)
}

/** Returns the numbers of a version. A pre-release counts as its release. */
function parseNumbers(version: string): number[] {
  const [core = ''] = version.split(/[-+]/)
  return [0, 1, 2].map((index) => Number(core.split('.')[index] ?? 0))
}
