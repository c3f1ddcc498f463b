import { expect, test } from 'vitest'
import {
  groupWantedPhotos,
  isPhotoDescribed,
  type PhotoSubject,
  photoSubjects,
} from '#app/domain/catalogue/photo-subject.ts'
import { formatPhotoDrawing, photoDrawings } from '#app/text/catalogue/photo-drawings.ts'
import {
  formatPhotoDrawingLabel,
  formatWantedPhoto,
  getPhotoSubjectPhrase,
  listPhotoRules,
  photoSubjectNames,
} from '#app/text/catalogue/photo-guide-labels.ts'
import { formatRequestedData } from '#app/text/checkout/cart-labels.ts'
import { publications } from '#db/seed/publications.ts'

const undescribedPhoto = { photoSubject: 'other', photoNote: null } as const

test('each kind of photo has a name, rules and a drawing of its own', () => {
  const texts = photoSubjects.map((photoSubject) => ({
    name: photoSubjectNames[photoSubject],
    rule: listPhotoRules({ photoSubject, photoNote: null })[0],
    label: formatPhotoDrawingLabel(photoSubject),
    drawing: photoDrawings[photoSubject].lines,
  }))
  for (const key of ['name', 'rule', 'label', 'drawing'] as const) {
    expect(new Set(texts.map((text) => text[key])).size).toBe(photoSubjects.length)
    expect(texts.every((text) => (text[key] ?? '').trim().length > 3)).toBe(true)
  }
  for (const { label } of texts) expect(label).toMatch(/^Desenho de exemplo: \S/)
})

test.each(photoSubjects)('the drawing of %s contains only finite points inside the picture', (subject) => {
  const { lines, shapes } = photoDrawings[subject]
  for (const path of [lines, shapes]) {
    expect(path).toMatch(/^M[\dMahlmqtvz .-]+$/i)
    for (const [, x, y] of path.matchAll(/M(-?[\d.]+) (-?[\d.]+)/g)) {
      expect(Number(x)).toBeGreaterThan(0)
      expect(Number(x)).toBeLessThan(240)
      expect(Number(y)).toBeGreaterThan(0)
      expect(Number(y)).toBeLessThan(160)
    }
  }
  expect(formatPhotoDrawing(subject)).not.toContain('<text')
})

test('a photo without a description promises no content', () => {
  expect(isPhotoDescribed(undescribedPhoto)).toBe(false)
  expect(formatWantedPhoto(undescribedPhoto)).toBeUndefined()
  const words = [
    ...listPhotoRules(undescribedPhoto),
    ...formatRequestedData({ ...undescribedPhoto, hasAirplaneInfo: true, hasPhotoUpload: true }),
  ].join(' ')
  expect(words).not.toMatch(/plaqueta|painel|exemplar|laudo|dano|foto da aeronave/)
})

test('the publication’s own text precedes the rules of its photo subject', () => {
  const describedPhoto = { photoSubject: 'damage', photoNote: 'Com o número de série.' } as const
  expect(listPhotoRules(describedPhoto)[0]).toBe('Com o número de série.')
  expect(listPhotoRules(describedPhoto)).toHaveLength(
    listPhotoRules({ ...describedPhoto, photoNote: null }).length + 1,
  )
  expect(formatWantedPhoto(describedPhoto)).toBe('Dano na aeronave: Com o número de série.')
})

/** Words in a publication's name that identify its photo. */
const titlePatterns: Readonly<Record<Exclude<PhotoSubject, 'other'>, RegExp>> = {
  'data-plate': /plaqueta/,
  'damaged-copy': /exemplar danificado/,
  panel: /foto do painel/,
  permit: /alvará/,
  labels: /etiquetas/,
  spines: /lombadas/,
  'former-report': /laudo anterior/,
  damage: /foto do dano/,
}

test('each seeded title with a photo mentions the photo in its name', () => {
  const titles = publications.filter(({ has_photo_upload }) => has_photo_upload)
  const namedTitles = titles.map(({ name, photo_subject, photo_note }) => {
    const subject = photo_subject ?? 'other'
    const isNamed = subject !== 'other' && titlePatterns[subject].test(name)
    return [name, isNamed && isPhotoDescribed({ photoSubject: subject, photoNote: photo_note ?? null })]
  })
  expect(namedTitles.filter(([, isNamed]) => !isNamed)).toEqual([])
  expect(new Set(titles.map(({ photo_subject }) => photo_subject)).size).toBe(photoSubjects.length - 1)
  const titlesWithoutPhoto = publications.filter(({ has_photo_upload }) => !has_photo_upload)
  expect(titlesWithoutPhoto.every(({ photo_subject }) => photo_subject === 'other')).toBe(true)
})

test('the phrase of each photo subject fits after "uma foto"', () => {
  for (const photoSubject of photoSubjects)
    expect(getPhotoSubjectPhrase({ photoSubject, photoNote: null })).toMatch(
      photoSubject === 'other' ? /^$/ : /^ d[aeo]s? \S/,
    )
})

test('groups the names of lines whose photos must show the same thing', () => {
  const plate = { photoSubject: 'data-plate', photoNote: null } as const
  const panel = { photoSubject: 'panel', photoNote: null } as const
  const groups = groupWantedPhotos([
    { name: 'A', ...plate },
    { name: 'B', ...panel },
    { name: 'A', ...plate },
    { name: 'C', ...plate },
  ])
  expect(groups.map(({ names }) => names)).toEqual([['A', 'C'], ['B']])
})
