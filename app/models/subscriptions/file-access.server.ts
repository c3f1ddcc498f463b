import { canOpenFileKind } from '#app/domain/accounts/colleagues.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { getItemState } from '#app/domain/subscriptions/certificate.ts'
import { resolveAccount } from '#app/models/accounts/colleagues/acting.server.ts'
import type { Viewer } from '#app/models/accounts/user.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { findPreparedFile } from '#app/models/platform/prepared-file.server.ts'
import { findCertificate } from '#app/models/subscriptions/certificate.server.ts'
import { findCopy, findDownloadUnit } from '#app/models/subscriptions/download.server.ts'

/**
 * Returns a ready file if this person may still open it: a copy during subscription or partnership, a receipt
 * while paid, a certificate while an item is active. During a withdrawal, none.
 */
export async function findOpenFile(id: number, viewer: Viewer | undefined, today: CivilDate) {
  const file = await findRequestedFile(id, viewer)
  if (!file?.file || file.state !== 'ready') return undefined
  const ready = { ...file, file: file.file }
  if (file.kind === 'copy') return viewer && openCopy(ready, viewer, today)
  if (file.kind === 'receipt' && !(await isOrderPaid(Number(file.facts.orderId)))) return undefined
  if (file.kind === 'certificate' && !(await isCertificateInForce(Number(file.facts.certificateId), today)))
    return undefined
  return { ...ready, copyId: undefined }
}

/** Returns a requester's file in any state. For a company's file, the person must act in an allowed role. */
export async function findRequestedFile(id: number, viewer: Viewer | undefined) {
  const account = viewer && resolveAccount(viewer)
  const isActing = account?.actorUserId !== account?.userId
  const forProfileId = isActing ? account?.profileId : undefined
  const file = await findPreparedFile(id, viewer ? { userId: viewer.userId, forProfileId } : null)
  if (file && isStaffFile(file.kind) && !viewer?.isStaff) return undefined
  const isCompanyFile = typeof file?.for_profile_id === 'number'
  return isCompanyFile && !canOpenFileKind(account?.role ?? 'owner', file.kind) ? undefined : file
}

/** Returns true for files about many people, which require that the requester is still staff. */
export function isStaffFile(kind: string): boolean {
  return kind === 'report' || kind === 'labels'
}

type ReadyFile = {
  id: number
  file: string
  facts: Record<string, unknown>
  for_profile_id: number | null
}

async function openCopy<File extends ReadyFile>(file: File, viewer: Viewer, today: CivilDate) {
  const copy = await findCopy(file.id)
  if (!copy || file.facts.source !== copy.file) return undefined
  const isOpen =
    copy.subscription_id === null
      ? viewer.isPartner && copy.active
      : (await findDownloadUnit(copy.subscription_id, file.for_profile_id ?? viewer.profileId, today))?.isOpen
  return isOpen ? { ...file, copyId: copy.id } : undefined
}

async function isOrderPaid(orderId: number): Promise<boolean> {
  const order = await db.selectFrom('orders').select('status').where('id', '=', orderId).executeTakeFirst()
  return order?.status === orderStatus.confirmed
}

async function isCertificateInForce(certificateId: number, today: CivilDate): Promise<boolean> {
  const certificate = await findCertificate(certificateId, today)
  const states = (certificate?.items ?? []).map(({ due_now: due, status, suspended_at, withdrawal }) =>
    getItemState(
      { due, status, isSuspended: suspended_at !== null, isWithdrawn: withdrawal !== null },
      today,
    ),
  )
  return states.includes('in-force') && !states.includes('withdrawn')
}
