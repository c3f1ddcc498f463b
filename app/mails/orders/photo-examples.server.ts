import type { PhotoSubject, WantedPhoto } from '#app/domain/catalogue/photo-subject.ts'
import { drawPicture } from '#app/gateways/photo.server.ts'
import type { Picture } from '#app/mails/platform/blocks.ts'
import { formatPhotoDrawing } from '#app/text/catalogue/photo-drawings.ts'

export type PhotoExamples = ReadonlyMap<PhotoSubject, Picture>

/** The drawings for these photos as PNGs that travel with the mail: mail programs draw no SVG. */
export async function drawPhotoExamples(lines: readonly WantedPhoto[]): Promise<PhotoExamples> {
  const subjects = [...new Set(lines.map(({ photoSubject }) => photoSubject))]
  const pictures = subjects.map(async (subject): Promise<[PhotoSubject, Picture]> => {
    const content = await drawPicture(formatPhotoDrawing(subject))
    return [subject, { cid: `foto-${subject}`, name: `${subject}.png`, content }]
  })
  return new Map(await Promise.all(pictures))
}
