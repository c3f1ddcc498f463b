import { type CivilDate, isCivilDate } from '#app/domain/platform/calendar.ts'
import { parseId } from '#app/http/list-params.ts'
import { paths } from '#app/paths.ts'
import { entityNames } from '#app/routes/admin/system/entity-labels.ts'

const MAX_TEXT_LENGTH = 100

/** Parses the history search. Ignores unknown values. */
export function parseHistoryQuery(request: Request) {
  const { searchParams } = new URL(request.url)
  const readText = (name: string) => {
    const text = (searchParams.get(name) ?? '').normalize('NFC').replaceAll('\0', '').trim()
    return text.slice(0, MAX_TEXT_LENGTH) || undefined
  }
  const entity = readText('entity')
  return {
    entity: entity !== undefined && Object.hasOwn(entityNames, entity) ? entity : undefined,
    entityId: parseId(readText('number')),
    actor: readText('actor'),
    action: readText('action'),
    from: parseDay(readText('from')),
    to: parseDay(readText('to')),
    text: readText('text'),
    before: parseId(readText('before')),
  }
}

export type HistoryQuery = ReturnType<typeof parseHistoryQuery>

/** Returns the address of the search for older rows, or of its file. */
export function makeHistoryHref(base: string, { entityId, ...query }: Partial<HistoryQuery>): string {
  const pairs = Object.entries({ ...query, number: entityId }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  const queryText = new URLSearchParams(pairs).toString()
  return queryText ? `${base}?${queryText}` : base
}

const pagePaths: Readonly<Record<string, (id: number) => string>> = {
  order: paths.admin.order,
  user: paths.admin.user,
  subscription: paths.admin.signature,
  shipment: paths.admin.shipment,
  publication: paths.admin.publication,
  mail: paths.admin.mailResend,
  job: paths.admin.jobs,
  setting: paths.admin.settings,
  'bank-file': paths.admin.bankFile,
  webhook: paths.admin.webhook,
}

/** Returns the page that edits a record of the history; undefined if there is none. */
export function findEntityHref(entity: string, pageId: number | null): string | undefined {
  return pageId === null ? undefined : pagePaths[entity]?.(pageId)
}

function parseDay(text: string | undefined): CivilDate | undefined {
  return text !== undefined && isCivilDate(text) ? text : undefined
}
