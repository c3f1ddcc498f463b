import { readFileSync } from 'node:fs'

type Frame = { functionName: string; url: string }
/** A CPU profile. Times are in microseconds of the monotonic clock. */
type Profile = {
  startTime: number
  nodes: { id: number; callFrame: Frame }[]
  samples: number[]
  timeDeltas: number[]
}

/** The file of a profile. Samples before `from` (microseconds) are of start and warm-up and are omitted. */
export type ProfileRecording = { file: string; from: number }

/** Reads the clock of CPU profiles, in microseconds. */
export const readSteadyMicroseconds = () => Number(process.hrtime.bigint() / 1_000n)

export type Share = { name: string; share: number }

const idleFrames = ['(idle)', '(root)']

/** Returns shares of the busy processor time: of packages as a whole, and of our code by function. */
export function listPackageShares(recording: ProfileRecording, limit = 8): Share[] {
  return listShares(recording, findPackage, limit)
}

export function listFunctionShares(recording: ProfileRecording, limit = 6): Share[] {
  return listShares(
    recording,
    ({ functionName, url }) => (isShopCode(url) ? functionName || '(anonymous)' : undefined),
    limit,
  )
}

function listShares(
  { file, from }: ProfileRecording,
  getName: (frame: Frame) => string | undefined,
  limit: number,
): Share[] {
  const { startTime, nodes, samples, timeDeltas }: Profile = JSON.parse(readFileSync(file, 'utf8'))
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const times = new Map<string, number>()
  let totalMicroseconds = 0
  let sampleTime = startTime
  samples.forEach((id, index) => {
    const frame = frames.get(id)
    const time = timeDeltas[index] ?? 0
    sampleTime += time
    if (!frame || sampleTime < from || idleFrames.includes(frame.functionName)) return
    totalMicroseconds += time
    const name = getName(frame)
    if (name !== undefined) times.set(name, (times.get(name) ?? 0) + time)
  })
  return [...times]
    .map(([name, time]) => ({ name, share: time / totalMicroseconds }))
    .toSorted((first, second) => second.share - first.share)
    .slice(0, limit)
}

function findPackage({ functionName, url }: Frame): string {
  if (functionName === '(garbage collector)') return 'garbage collection'
  if (functionName === '(program)') return 'native code'
  // The innermost package of nested ones.
  const packageName = /node_modules\/((?:@[^/]+\/)?[^/]+)(?!.*node_modules)/.exec(url)?.[1]
  if (packageName) return packageName
  if (url.startsWith('node:')) return 'Node'
  return isShopCode(url) ? 'the shop' : 'native code'
}

function isShopCode(url: string): boolean {
  return url.startsWith('file:') && !url.includes('node_modules')
}
