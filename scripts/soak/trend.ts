export type Point = { seconds: number; value: number }
export type Verdict = 'flat' | 'grows' | 'falls'
export type Trend = {
  first: number
  last: number
  min: number
  max: number
  slopePerHour: number
  verdict: Verdict
}

const HOUR_SECONDS = 3_600
const MIN_POINTS = 5
const MAX_SHARE = 0.1
const MIN_SLOPE_ERRORS = 2

/**
 * Fits a straight line to the points; returns undefined if they are too few. The verdict is 'flat' unless the
 * line's rise exceeds both `slack` and 10 % of the mean, and its slope exceeds twice its standard error.
 */
export function calculateTrend(points: readonly Point[], slack: number): Trend | undefined {
  if (points.length < MIN_POINTS) return undefined
  const meanTime = computeMean(points.map(({ seconds }) => seconds))
  const meanValue = computeMean(points.map(({ value }) => value))
  const timeSpread = sumValues(points.map(({ seconds }) => (seconds - meanTime) ** 2))
  const slope =
    sumValues(points.map(({ seconds, value }) => (seconds - meanTime) * (value - meanValue))) /
    (timeSpread || 1)
  const residuals = points.map(({ seconds, value }) => value - meanValue - slope * (seconds - meanTime))
  const slopeError = Math.sqrt(
    sumValues(residuals.map((residual) => residual ** 2)) / (points.length - 2) / (timeSpread || 1),
  )
  const rise = slope * ((points.at(-1)?.seconds ?? 0) - (points[0]?.seconds ?? 0))
  const isClear =
    Math.abs(rise) > Math.max(slack, MAX_SHARE * Math.abs(meanValue)) &&
    Math.abs(slope) > MIN_SLOPE_ERRORS * slopeError
  const direction = rise > 0 ? 'grows' : 'falls'
  const values = points.map(({ value }) => value)
  const pointsPerFifth = Math.max(1, Math.floor(points.length / 5))
  return {
    first: computeMean(values.slice(0, pointsPerFifth)),
    last: computeMean(values.slice(-pointsPerFifth)),
    min: Math.min(...values),
    max: Math.max(...values),
    slopePerHour: slope * HOUR_SECONDS,
    verdict: isClear ? direction : 'flat',
  }
}

const sumValues = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const computeMean = (values: readonly number[]) => sumValues(values) / values.length
