/** Subjects of a publication's photo; `other` is described by the publication's note alone. */
export const photoSubjects = [
  'data-plate',
  'damaged-copy',
  'panel',
  'permit',
  'labels',
  'spines',
  'other',
] as const

export type PhotoSubject = (typeof photoSubjects)[number]

export function isPhotoSubject(text: unknown): text is PhotoSubject {
  return photoSubjects.some((subject) => subject === text)
}

export type WantedPhoto = {
  photoSubject: PhotoSubject
  /** own words of the publication, shown before the rules */
  photoNote: string | null
}

type Line = WantedPhoto & { name: string }

/** Lines whose photos must show the same, with the names of their publications, in the order of the lines. */
export function groupWantedPhotos(lines: readonly Line[]): (WantedPhoto & { names: string[] })[] {
  const groups: (WantedPhoto & { names: string[] })[] = []
  for (const { name, photoSubject, photoNote } of lines) {
    const group = groups.find((each) => each.photoSubject === photoSubject && each.photoNote === photoNote)
    if (!group) groups.push({ photoSubject, photoNote, names: [name] })
    else if (!group.names.includes(name)) group.names.push(name)
  }
  return groups
}
