/** Where the lines of a chart stand: at every `step` from 0 to `top`, which is not below the highest value. */
export type ChartScale = { step: number; top: number }

const MAX_LINES = 4
const steps = [1, 2, 5, 10]

/** A scale in round numbers of `unit` for values from 0 to `highest`, with at most four lines above the ground. */
export function chartScale(highest: number, unit = 1): ChartScale {
  const wanted = Math.max(1, highest / unit) / MAX_LINES
  const power = 10 ** Math.max(0, Math.floor(Math.log10(wanted)))
  const step = unit * power * (steps.find((each) => each * power >= wanted) ?? 10)
  return { step, top: step * Math.max(1, Math.ceil(highest / step)) }
}
