/** An order line that may have a subscription; the numbers are the old system's. */
export type UnitLine = {
  legacyId: number | null
  publication: number | null
  registration: string | null
  isTaken: unknown
  isRenewal: unknown
}

export type LineQuery = { line: number | null; publication: number; registration: string | null }

/** Returns the named line, else the order's first unused one with the same publication and aircraft. */
export function takeMatchingLine<Line extends UnitLine>(
  lines: readonly Line[],
  wantedLine: LineQuery,
): Line | undefined {
  const namedLine = lines.find(({ legacyId }) => legacyId !== null && legacyId === wantedLine.line)
  const line = namedLine
    ? [namedLine].find(({ isTaken }) => !isTaken)
    : lines.find(
        (each) =>
          !each.isTaken &&
          !each.isRenewal &&
          each.publication === wantedLine.publication &&
          each.registration === wantedLine.registration,
      )
  if (line) line.isTaken = true
  return line
}
