import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { expeditionStatus, isExpeditionType, judgedTrackCode } from '#app/domain/shipments/expedition.ts'

/** A line of a pasted list: a shipment's number, or an order's, and the code as typed; null where it cannot be read. */
export type CodeLine = { text: string; of: 'expedition' | 'order'; number: number | null; code: string }

/** What is known of the shipments a list is about. */
export type KnownExpedition = {
  id: number
  status: number
  type: string
  creationDate: CivilDate
  trackCode: string | null
  client: string
  orderIds: readonly number[]
  /** a copy in it must not leave */
  isBlocked: boolean
  /** copies whose box holds another revision than the one in force: a person says first what leaves (D36, D71) */
  changes: readonly { name: string; packed: string; revision: string }[]
}

export type CodeVerdict =
  | 'ready'
  | 'unreadable'
  | 'unknown'
  | 'several'
  | 'wrong-code'
  | 'no-code-expected'
  | 'already'
  | 'already-so'
  | 'returned'
  | 'repeated'
  | 'code-taken'
  | 'too-early'
  | 'blocked'
  | 'contents-changed'

export type JudgedLine = CodeLine & {
  verdict: CodeVerdict
  expedition: KnownExpedition | null
  /** as it is stored; null where it is none */
  bareCode: string | null
}

/** Which lines of a list can be acted on today and why the others cannot; nothing is sent by half (D38, UPU S10). */
export function judgeCodes(
  lines: readonly CodeLine[],
  known: readonly KnownExpedition[],
  date: CivilDate,
): JudgedLine[] {
  const judged = lines.map((line) => judgeLine(line, known, date))
  return judged.map((line, index) =>
    line.verdict === 'ready' && isRepeated(line, judged, index) ? { ...line, verdict: 'repeated' } : line,
  )
}

function judgeLine(line: CodeLine, known: readonly KnownExpedition[], date: CivilDate): JudgedLine {
  const fail = (verdict: CodeVerdict, expedition: KnownExpedition | null = null): JudgedLine => ({
    ...line,
    verdict,
    expedition,
    bareCode: null,
  })
  if (line.number === null) return fail('unreadable')
  const matches = matchesOf(line, known)
  const [expedition] = matches
  if (!expedition) return fail('unknown')
  if (matches.length > 1) return fail('several')
  return judgeMatch({ ...line, expedition }, known, date)
}

/** An order means its shipment that is still to leave, else the newest that has left. */
function matchesOf({ of, number }: CodeLine, known: readonly KnownExpedition[]): KnownExpedition[] {
  if (of === 'expedition') return known.filter(({ id }) => id === number)
  const own = known.filter(({ orderIds }) => number !== null && orderIds.includes(number))
  const open = own.filter(({ status }) => status === expeditionStatus.underWay)
  return open.length > 0 ? open : own.toSorted((a, b) => b.id - a.id).slice(0, 1)
}

type Match = CodeLine & { expedition: KnownExpedition }

function judgeMatch(match: Match, known: readonly KnownExpedition[], date: CivilDate): JudgedLine {
  const { expedition } = match
  const judged = isExpeditionType(expedition.type)
    ? judgedTrackCode(expedition.type, match.code)
    : { code: null }
  const bareCode = 'code' in judged ? judged.code : null
  const verdict =
    'fault' in judged
      ? judged.fault === 'track-code-unexpected'
        ? 'no-code-expected'
        : 'wrong-code'
      : verdictOf(expedition, bareCode, known, date)
  return { ...match, verdict, bareCode }
}

function verdictOf(
  expedition: KnownExpedition,
  code: string | null,
  known: readonly KnownExpedition[],
  date: CivilDate,
): CodeVerdict {
  const { status, trackCode, creationDate, isBlocked } = expedition
  if (status === expeditionStatus.returned) return 'returned'
  if (status !== expeditionStatus.underWay) return trackCode === code ? 'already-so' : 'already'
  if (isBlocked) return 'blocked'
  const isTaken = known.some((other) => other.id !== expedition.id && other.trackCode === code)
  if (code !== null && isTaken) return 'code-taken'
  if (date < creationDate) return 'too-early'
  return expedition.changes.length > 0 ? 'contents-changed' : 'ready'
}

/** The same line again is one too many; two codes for one shipment, or one code for two, are all in doubt. */
function isRepeated(line: JudgedLine, all: readonly JudgedLine[], index: number): boolean {
  return all.some((other, at) => {
    if (at === index || other.expedition === null) return false
    const isSameParcel = other.expedition.id === line.expedition?.id
    const isSameCode = other.bareCode !== null && other.bareCode === line.bareCode
    return isSameParcel && isSameCode ? at < index : isSameParcel || isSameCode
  })
}
