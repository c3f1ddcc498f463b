import { type Asked, type Extent, type Round, runRound, type Side } from './load.ts'

export type Figures = Round & { rounds: number; p99From: number; p99To: number }
export type Turn = { asked: readonly Asked[]; extent: Extent }
export type Turns = (side: Side) => Turn | Promise<Turn>
type Plan = { rounds: number; warmUp: number }

/** Measures the sides in alternating order, so that other load on the machine affects all alike. */
export async function measure(sides: readonly Side[], turns: Turns, plan: Plan) {
  return calculateFigures(await takeRounds(sides, turns, plan))
}

type Taken = Map<string, Round[]>

export async function takeRounds(
  sides: readonly Side[],
  turns: Turns,
  { rounds, warmUp }: Plan,
): Promise<Taken> {
  const taken: Taken = new Map(sides.map(({ name }) => [name, []]))
  for (let round = -warmUp; round < rounds; round++) {
    const first = Math.abs(round) % sides.length
    for (const side of [...sides.slice(first), ...sides.slice(0, first)]) {
      const { asked, extent } = await turns(side)
      const figures = await runRound(side, asked, extent)
      if (round >= 0) taken.get(side.name)?.push(figures)
    }
  }
  return taken
}

export function calculateFigures(taken: Taken): (name: string) => Figures {
  return (name) => computeMedians(taken.get(name) ?? [])
}

function computeMedians(rounds: readonly Round[]): Figures {
  const computeFigure = (name: keyof Round) => computeMedian(rounds.map((round) => round[name]))
  return {
    rounds: rounds.length,
    requests: computeFigure('requests'),
    perSecond: computeFigure('perSecond'),
    p50: computeFigure('p50'),
    p99: computeFigure('p99'),
    cpu: computeFigure('cpu'),
    bytes: computeFigure('bytes'),
    p99From: Math.min(...rounds.map(({ p99 }) => p99)),
    p99To: Math.max(...rounds.map(({ p99 }) => p99)),
  }
}

function computeMedian(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}
