export type ChartScale = { step: number; top: number }

const MAX_LINES = 4
const steps = [1, 2, 5, 10]

/**
 * Returns at most four steps of 1, 2, 5, 10, … times `unit`, and the top line at or above the highest value.
 */
export function calculateChartScale(highestValue: number, unit = 1): ChartScale {
  const wantedStep = Math.max(1, highestValue / unit) / MAX_LINES
  const power = 10 ** Math.max(0, Math.floor(Math.log10(wantedStep)))
  const step = unit * power * (steps.find((candidate) => candidate * power >= wantedStep) ?? 10)
  return { step, top: step * Math.max(1, Math.ceil(highestValue / step)) }
}
