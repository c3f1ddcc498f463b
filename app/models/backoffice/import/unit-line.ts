/** An order line that may have a subscription. Its numbers come from the old system. */
export type UnitLine = {
  legacyId: number | null
  publication: number | null
  registration: string | null
  isTaken: unknown
  isRenewal: unknown
}

export type LineQuery = { line: number | null; publication: number; registration: string | null }

/** Returns the named line, else the first unused line of this publication and aircraft. Marks the line as taken. */
export function takeMatchingLine<Line extends UnitLine>(
  lines: readonly Line[],
  wantedLine: LineQuery,
): Line | undefined {
  const namedLine = lines.find(({ legacyId }) => legacyId !== null && legacyId === wantedLine.line)
  if (namedLine?.isTaken) return undefined
  const line = namedLine ?? lines.find((candidate) => isUnusedMatch(candidate, wantedLine))
  if (line) line.isTaken = true
  return line
}

function isUnusedMatch(line: UnitLine, { publication, registration }: LineQuery): boolean {
  const isUnused = !line.isTaken && !line.isRenewal
  return isUnused && line.publication === publication && line.registration === registration
}
