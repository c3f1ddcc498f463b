/** Kinds of work. Each has its own queue, so that none waits for another. */
export const lanes = ['work', 'mail', 'pdf', 'files', 'reports', 'webhooks'] as const
export type Lane = (typeof lanes)[number]

/** The number of concurrent jobs for each kind of work that a worker does. */
export type LaneChoice = Partial<Record<Lane, number>>

const usualConcurrency: Record<Lane, number> = { work: 6, mail: 6, pdf: 3, files: 1, reports: 1, webhooks: 4 }
const MAX_CONCURRENCY = 50

/** Parses 'mail,pdf:4' to numbers of concurrent jobs. '' means all; undefined for other text. */
export function parseLanes(text: string): LaneChoice | undefined {
  if (text.trim() === '') return usualConcurrency
  const choice: LaneChoice = {}
  for (const part of text.split(',')) {
    const [, name, count] = /^([a-z]+)(?::([1-9]\d?))?$/.exec(part.trim()) ?? []
    const lane = lanes.find((knownLane) => knownLane === name)
    if (!lane || choice[lane] !== undefined) return undefined
    choice[lane] = Number(count ?? usualConcurrency[lane])
    if (choice[lane] > MAX_CONCURRENCY) return undefined
  }
  return choice
}

export function listUncoveredLanes(workers: readonly { lanes: readonly Lane[] }[]): Lane[] {
  return lanes.filter((lane) => !workers.some((worker) => worker.lanes.includes(lane)))
}

export function parseLaneNames(list: string): Lane[] {
  const names = list.split(',')
  return lanes.filter((lane) => names.includes(lane))
}
