import { createHash } from 'node:crypto'
import {
  isLabelStyle,
  isSheetName,
  type LabelStyle,
  maxLabels,
  type SheetName,
  splitLabelBatches,
} from '#app/domain/shipments/label.ts'
import { type DbOrTrx, db, withTransaction } from '#app/models/platform/db.server.ts'
import { findNewestRequest, requestFile } from '#app/models/platform/prepared-file.server.ts'

const BATCH_SIZE = 200

export type LabelRequest = {
  /** the only person who may open the file */
  userId: number
  /** in the sequence of the labels, at most a thousand */
  profileIds: readonly number[]
  style: LabelStyle
  sheet: SheetName
  /** number of the first free label on the sheet, from 1 */
  start: number
  fileName: string
  /** address of the page that requested it */
  back?: string
}

/** Requests labels and returns the file's id; undefined without addresses. Equal requests share a file. */
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

/** Returns style and sheet of the person's newest label file; empty without one. */
export async function findLabelChoice(userId: number): Promise<{ style?: LabelStyle; sheet?: SheetName }> {
  const newest = await findNewestRequest(userId, 'labels')
  if (!newest || !isLabelStyle(newest.style) || !isSheetName(newest.sheet)) return {}
  return { style: newest.style, sheet: newest.sheet }
}

/** Requests files of at most a thousand labels. The first begins at `start`. Empty without addresses. */
export async function requestLabelFiles({ fileName, ...request }: LabelRequest): Promise<number[]> {
  const { recipients } = await listRecipients(request.profileIds)
  const ids = recipients.map(({ profileId }) => profileId)
  const batches = ids.length > 0 ? splitLabelBatches(ids.length, request.start) : []
  const files: number[] = []
  for (const [index, size] of batches.entries()) {
    const profileIds = ids.splice(0, size)
    const name = batches.length > 1 ? fileName.replace(/\.pdf$/, `-${index + 1}.pdf`) : fileName
    const start = index === 0 ? request.start : 1
    const file = await requestLabels({ ...request, start, profileIds, fileName: name })
    if (file !== undefined) files.push(file)
  }
  return files
}

/** Returns a hash of the addresses for the request's key, so a changed address makes another file. */
export function hashRecipients(recipients: readonly Recipient[]): string {
  return createHash('sha256').update(JSON.stringify(recipients)).digest('hex')
}

/** Returns shipping addresses, else billing addresses. Omits duplicates and unknown profiles. */
export async function listRecipients(
  profileIds: readonly number[],
  reader: DbOrTrx = db,
  onProgress: (done: number, total: number) => Promise<void> = async () => {},
) {
  const ids = [...new Set(profileIds)]
  const rows = new Map<number, Awaited<ReturnType<typeof readBatch>>[number]>()
  for (let from = 0; from < ids.length; from += BATCH_SIZE) {
    for (const row of await readBatch(ids.slice(from, from + BATCH_SIZE), reader))
      rows.set(row.profileId, row)
    await onProgress(Math.min(from + BATCH_SIZE, ids.length), ids.length)
  }
  const knownRecipients = ids.flatMap((id) => rows.get(id) ?? [])
  return {
    recipients: knownRecipients.flatMap((row) => toRecipient(row) ?? []),
    withoutAddress: knownRecipients
      .filter((row) => row.street === null)
      .map(({ profileId, shownName, name }) => ({ profileId, name: shownName ?? name })),
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
    .select([
      'cpf',
      'cnpj',
      'phone',
      'zip_code',
      'street',
      'number',
      'complement',
      'province',
      'city',
      'state',
    ])
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
type LabelAddress = Record<
  'zip_code' | 'street' | 'number' | 'complement' | 'province' | 'city' | 'state',
  string
>

export function toLabel(person: LabelPerson, address: LabelAddress) {
  const shownName = person.shownName ?? person.name
  return {
    profileId: person.profileId,
    name: shownName,
    /** the recipient at the company */
    contact: shownName === person.name ? null : person.name,
    document: person.isCompany ? person.cnpj : person.cpf,
    phone: person.phone,
    address,
  }
}
