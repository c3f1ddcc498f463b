/** An order line that may have a unit; numbers are the old system's. */
export type UnitLine = {
  legacyId: number | null
  publication: number | null
  registration: string | null
  isTaken: unknown
  isRenewal: unknown
}

export type WantedLine = { line: number | null; publication: number; registration: string | null }

/** Returns the named line, else the order's first free one with that publication and aircraft. */
export function takeUnitLine<Line extends UnitLine>(
  lines: readonly Line[],
  wanted: WantedLine,
): Line | undefined {
  const named = lines.find(({ legacyId }) => legacyId !== null && legacyId === wanted.line)
  const line = named
    ? [named].find(({ isTaken }) => !isTaken)
    : lines.find(
        (each) =>
          !each.isTaken &&
          !each.isRenewal &&
          each.publication === wanted.publication &&
          each.registration === wanted.registration,
      )
  if (line) line.isTaken = true
  return line
}
