import { readFileSync } from 'node:fs'

type Frame = { functionName: string; url: string }
type Profile = {
  nodes: { id: number; callFrame: Frame }[]
  samples: number[]
  timeDeltas: number[]
}

export type Share = { name: string; share: number }

const notWork = ['(idle)', '(root)']

/** Where the processor was, by package, with the dearest functions of our own: shares of the time it was at work. */
export function packageShares(file: string, limit = 8): Share[] {
  return shares(file, packageOf, limit)
}

export function functionShares(file: string, limit = 6): Share[] {
  return shares(
    file,
    ({ functionName, url }) => (isOurs(url) ? functionName || '(anonymous)' : undefined),
    limit,
  )
}

function shares(file: string, nameOf: (frame: Frame) => string | undefined, limit: number): Share[] {
  const { nodes, samples, timeDeltas }: Profile = JSON.parse(readFileSync(file, 'utf8'))
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const times = new Map<string, number>()
  let whole = 0
  samples.forEach((id, index) => {
    const frame = frames.get(id)
    const time = timeDeltas[index] ?? 0
    if (!frame || notWork.includes(frame.functionName)) return
    whole += time
    const name = nameOf(frame)
    if (name !== undefined) times.set(name, (times.get(name) ?? 0) + time)
  })
  return [...times]
    .map(([name, time]) => ({ name, share: time / whole }))
    .toSorted((one, other) => other.share - one.share)
    .slice(0, limit)
}

function packageOf({ functionName, url }: Frame): string {
  if (functionName === '(garbage collector)') return 'garbage collection'
  if (functionName === '(program)') return 'native code'
  const installed = /node_modules\/((?:@[^/]+\/)?[^/]+)(?!.*node_modules)/.exec(url)?.[1]
  if (installed) return installed
  if (url.startsWith('node:')) return 'Node'
  return isOurs(url) ? 'the shop' : 'native code'
}

function isOurs(url: string): boolean {
  return url.startsWith('file:') && !url.includes('node_modules')
}
