import { type BenchRequest, type LoadExtent, type Round, runBenchRound, type Side } from './load.ts'

export type Figures = Round & { rounds: number; p99From: number; p99To: number }
export type BenchTurn = { workload: readonly BenchRequest[]; extent: LoadExtent }
export type BenchTurns = (side: Side) => BenchTurn | Promise<BenchTurn>
type Plan = { rounds: number; warmUp: number }

/** Measures the sides in alternating order, so that other load on the machine affects all alike. */
export async function measureSides(sides: readonly Side[], turns: BenchTurns, plan: Plan) {
  return calculateFigures(await runRounds(sides, turns, plan))
}

type RoundsBySide = Map<string, Round[]>

export async function runRounds(
  sides: readonly Side[],
  turns: BenchTurns,
  { rounds, warmUp }: Plan,
): Promise<RoundsBySide> {
  const roundsBySide: RoundsBySide = new Map(sides.map(({ name }) => [name, []]))
  // Rounds below 0 warm up and are not recorded.
  for (let round = -warmUp; round < rounds; round++) {
    const firstSide = Math.abs(round) % sides.length
    for (const side of [...sides.slice(firstSide), ...sides.slice(0, firstSide)]) {
      const { workload, extent } = await turns(side)
      const figures = await runBenchRound(side, workload, extent)
      if (round >= 0) roundsBySide.get(side.name)?.push(figures)
    }
  }
  return roundsBySide
}

export function calculateFigures(roundsBySide: RoundsBySide): (name: string) => Figures {
  return (name) => computeMedians(roundsBySide.get(name) ?? [])
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
  const sortedValues = values.toSorted((a, b) => a - b)
  const middleIndex = Math.floor(sortedValues.length / 2)
  const upperMedian = sortedValues[middleIndex] ?? Number.NaN
  return sortedValues.length % 2 === 1
    ? upperMedian
    : ((sortedValues[middleIndex - 1] ?? Number.NaN) + upperMedian) / 2
}
