/** Subjects of the photo that a publication requires. `other` needs a note on the publication. */
export const photoSubjects = [
  'data-plate',
  'damaged-copy',
  'panel',
  'permit',
  'labels',
  'spines',
  'former-report',
  'damage',
  'other',
] as const

export type PhotoSubject = (typeof photoSubjects)[number]

export function isPhotoSubject(text: unknown): text is PhotoSubject {
  return photoSubjects.some((subject) => subject === text)
}

export type RequiredPhoto = {
  photoSubject: PhotoSubject
  photoNote: string | null // the publication's own text, displayed before the rules
}

/** Returns whether the photo is described. Older and imported publications may lack a description. */
export function isPhotoDescribed({ photoSubject, photoNote }: RequiredPhoto): boolean {
  return photoSubject !== 'other' || Boolean(photoNote)
}

type Line = RequiredPhoto & { name: string }

export function groupWantedPhotos(lines: readonly Line[]): (RequiredPhoto & { names: string[] })[] {
  const groups: (RequiredPhoto & { names: string[] })[] = []
  for (const { name, photoSubject, photoNote } of lines) {
    const group = groups.find(
      (candidate) => candidate.photoSubject === photoSubject && candidate.photoNote === photoNote,
    )
    if (!group) groups.push({ photoSubject, photoNote, names: [name] })
    else if (!group.names.includes(name)) group.names.push(name)
  }
  return groups
}
