import { createHash } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { PhotoSubject } from '#app/domain/catalogue/photo-subject.ts'
import { drawPicture, readPhoto } from '#app/gateways/photo.server.ts'
import { putFile } from '#app/gateways/storage.server.ts'
import { makePhotoPath } from '#app/models/checkout/photo.server.ts'
import type { Database } from '#app/models/platform/schema.ts'
import { formatPhotoDrawing } from '#app/text/catalogue/photo-drawings.ts'
import { type DataPlate, drawDataPlate } from '#db/seed/data-plate.ts'

export type PhotoPlan = {
  lineId: number
  userId: number
  createdAt: Date
  subject: PhotoSubject
  plate: DataPlate
}

export function makePhotoName(lineId: number): string {
  return `${createHash('sha256').update(`seeded photo ${lineId}`).digest('hex').slice(0, 32)}.jpg`
}

/** Draws photos and stores them as uploads of customers. Their bytes are always the same. */
export function makePhotoRows(photoPlans: readonly PhotoPlan[]): Promise<Insertable<Database['photos']>[]> {
  return Promise.all(photoPlans.map(makePhotoRow))
}

async function makePhotoRow({ lineId, userId, createdAt, subject, plate }: PhotoPlan) {
  const drawing = subject === 'data-plate' ? drawDataPlate(plate) : formatPhotoDrawing(subject)
  const { bytes, ...photoData } = await readPhoto(await drawPicture(drawing, { palette: false }))
  const name = makePhotoName(lineId)
  await putFile(makePhotoPath(name), bytes)
  return {
    name,
    user_id: userId,
    ...photoData,
    bytes: bytes.length,
    created_at: createdAt,
    claimed_at: createdAt,
  }
}
