import type { CivilDate } from '#app/domain/calendar.ts'
import { orderStatus } from '#app/domain/order-status.ts'
import { db } from '#app/models/db.server.ts'
import { findCopy, findUnit } from '#app/models/download.server.ts'
import { findPreparedFile } from '#app/models/prepared-file.server.ts'
import type { Viewer } from '#app/models/user.server.ts'

/**
 * A file that is ready, if this person may still open it: whoever asked for it, and only as long as what it rests on
 * holds; a copy ends with its subscription or the partnership, a receipt with the payment (D34, D49, D53).
 */
export async function findOpenFile(id: number, viewer: Viewer | undefined, today: CivilDate) {
  const file = await findPreparedFile(id, viewer?.userId ?? null)
  if (!file?.file || file.state !== 'ready') return undefined
  const ready = { ...file, file: file.file }
  if (file.kind === 'copy') return viewer && openCopy(ready, viewer, today)
  if (file.kind === 'receipt' && !(await isReceiptTrue(id))) return undefined
  return { ...ready, copyId: undefined }
}

type Ready = { id: number; file: string; kind: string; name: string; type: string }

async function openCopy<File extends Ready>(file: File, viewer: Viewer, today: CivilDate) {
  const copy = await findCopy(file.id)
  if (!copy) return undefined
  const isOpen =
    copy.subscription_id === null
      ? viewer.isPartner && copy.active
      : (await findUnit(copy.subscription_id, viewer.profileId, today))?.isOpen
  return isOpen ? { ...file, copyId: copy.id } : undefined
}

async function isReceiptTrue(fileId: number): Promise<boolean> {
  const row = await db
    .selectFrom('prepared_files')
    .select('facts')
    .where('id', '=', fileId)
    .executeTakeFirstOrThrow()
  const orderId = Number(JSON.parse(row.facts).orderId)
  const order = await db.selectFrom('orders').select('status').where('id', '=', orderId).executeTakeFirst()
  return order?.status === orderStatus.confirmed
}
