/** An order line that may have a subscription. Its numbers come from the old system. */
export type UnitLine = {
  legacyId: number | null
  publication: number | null
  registration: string | null
  serialNumber: string | null
  isTaken: unknown
  isRenewal: unknown
}

export type LineQuery = {
  line: number | null
  publication: number
  registration: string | null
  serialNumber: string | null
}

/**
 * Returns the named line, else an unused line of this publication and registration, preferably with the same
 * serial number or else without one. Marks the line as taken.
 */
export function takeMatchingLine<Line extends UnitLine>(
  lines: readonly Line[],
  wantedLine: LineQuery,
): Line | undefined {
  const namedLine = lines.find(({ legacyId }) => legacyId !== null && legacyId === wantedLine.line)
  if (namedLine?.isTaken) return undefined
  const matches = lines.filter((candidate) => isUnusedMatch(candidate, wantedLine))
  const line =
    namedLine ??
    matches.find(({ serialNumber }) => serialNumber === wantedLine.serialNumber) ??
    matches.find(({ serialNumber }) => serialNumber === null) ??
    matches[0]
  if (line) line.isTaken = true
  return line
}

function isUnusedMatch(line: UnitLine, { publication, registration }: LineQuery): boolean {
  const isUnused = !line.isTaken && !line.isRenewal
  return isUnused && line.publication === publication && line.registration === registration
}
