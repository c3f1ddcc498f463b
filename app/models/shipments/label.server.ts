import { createHash } from 'node:crypto'
import {
  isLabelStyle,
  isSheetName,
  type LabelStyle,
  maxLabels,
  type SheetName,
  splitLabelBatches,
} from '#app/domain/shipments/label.ts'
import { type Address, addressFields } from '#app/models/accounts/address.server.ts'
import { type DbOrTrx, db, withTransaction } from '#app/models/platform/db.server.ts'
import { findNewestRequest, requestFile } from '#app/models/platform/prepared-file.server.ts'

const BATCH_SIZE = 200

export type LabelRequest = {
  /** the only person who may open the file */
  userId: number
  /** profile ids in the sequence of the labels */
  profileIds: readonly number[]
  style: LabelStyle
  sheet: SheetName
  /** number of the first free label on the sheet, from 1 */
  start: number
  fileName: string
  /** address of the page that requested the labels */
  back?: string
}

/** Requests at most a thousand labels. Returns the id of their file, or undefined if no profile has an address. */
export async function requestLabels(request: LabelRequest): Promise<number | undefined> {
  const { userId, profileIds, style, sheet, start, fileName, back } = request
  if (profileIds.length > maxLabels) throw new RangeError(`too many labels: ${profileIds.length}`)
  return withTransaction(async (trx) => {
    const { recipients } = await listRecipients(profileIds, trx)
    if (recipients.length === 0) return undefined
    const ids = recipients.map(({ profileId }) => profileId)
    const facts = { profileIds: ids, style, sheet, start, back, addresses: hashRecipients(recipients) }
    return requestFile(trx, { kind: 'labels', userId, facts, name: fileName, type: 'application/pdf' })
  })
}

/** Returns style and sheet of the person's newest label file, or {} if there is none. */
export async function findLabelChoice(userId: number): Promise<{ style?: LabelStyle; sheet?: SheetName }> {
  const newestRequest = await findNewestRequest(userId, 'labels')
  if (!newestRequest) return {}
  const { style, sheet } = newestRequest
  return isLabelStyle(style) && isSheetName(sheet) ? { style, sheet } : {}
}

/** Requests files of at most a thousand labels and returns their ids. Only the first file begins at `start`. */
export async function requestLabelFiles({ fileName, ...request }: LabelRequest): Promise<number[]> {
  const { recipients } = await listRecipients(request.profileIds)
  const remainingIds = recipients.map(({ profileId }) => profileId)
  const batchSizes = remainingIds.length > 0 ? splitLabelBatches(remainingIds.length, request.start) : []
  const fileIds: number[] = []
  for (const [index, size] of batchSizes.entries()) {
    const profileIds = remainingIds.splice(0, size)
    const numberedName = fileName.replace(/\.pdf$/, `-${index + 1}.pdf`)
    const name = batchSizes.length > 1 ? numberedName : fileName
    const start = index === 0 ? request.start : 1
    const fileId = await requestLabels({ ...request, start, profileIds, fileName: name })
    if (fileId !== undefined) fileIds.push(fileId)
  }
  return fileIds
}

/** Returns a hash of the addresses for the request's key because a changed address needs another file. */
export function hashRecipients(recipients: readonly Recipient[]): string {
  return createHash('sha256').update(JSON.stringify(recipients)).digest('hex')
}

/** Returns recipients at their shipping or else billing address, and the people who have neither address. */
export async function listRecipients(
  profileIds: readonly number[],
  reader: DbOrTrx = db,
  onProgress: (done: number, total: number) => Promise<void> = async () => {},
) {
  const ids = [...new Set(profileIds)]
  const rowsById = new Map<number, Row>()
  for (let start = 0; start < ids.length; start += BATCH_SIZE) {
    const rows = await readBatch(ids.slice(start, start + BATCH_SIZE), reader)
    for (const row of rows) rowsById.set(row.profileId, row)
    await onProgress(Math.min(start + BATCH_SIZE, ids.length), ids.length)
  }
  const knownPeople = ids.flatMap((id) => rowsById.get(id) ?? [])
  const peopleWithoutAddress = knownPeople.filter((row) => row.street === null)
  return {
    recipients: knownPeople.flatMap((row) => toRecipient(row) ?? []),
    withoutAddress: peopleWithoutAddress.map(({ profileId, shownName, name }) => ({
      profileId,
      name: shownName ?? name,
    })),
  }
}

export type Recipient = ReturnType<typeof toLabel>

function readBatch(ids: number[], reader: DbOrTrx) {
  return reader
    .selectFrom('profiles')
    .leftJoin('addresses', (join) =>
      join.on('addresses.id', '=', (eb) =>
        eb.fn.coalesce('profiles.shipping_address_id', 'profiles.billing_address_id'),
      ),
    )
    .select(['profiles.id as profileId', 'is_company as isCompany', 'name', 'shown_name as shownName'])
    .select(['cpf', 'cnpj', 'phone', ...addressFields])
    .where('profiles.id', 'in', ids)
    .execute()
}

type Row = Awaited<ReturnType<typeof readBatch>>[number]

function toRecipient(row: Row) {
  const { zip_code, street, number, complement, province, city, state } = row
  if (zip_code === null || street === null || city === null || state === null) return undefined
  const optionalParts = { number: number ?? '', complement: complement ?? '', province: province ?? '' }
  return toLabel(row, { zip_code, street, city, state, ...optionalParts })
}

type LabelPerson = Pick<Row, 'profileId' | 'isCompany' | 'name' | 'shownName' | 'cpf' | 'cnpj' | 'phone'>

export function toLabel(person: LabelPerson, address: Address) {
  const shownName = person.shownName ?? person.name
  return {
    profileId: person.profileId,
    name: shownName,
    /** the person at the company who receives the shipment */
    contact: shownName === person.name ? null : person.name,
    document: person.isCompany ? person.cnpj : person.cpf,
    phone: person.phone,
    address,
  }
}
