import { expect, test } from 'vitest'
import { groupWantedPhotos, photoSubjects } from '#app/domain/catalogue/photo-subject.ts'
import { photoRules } from '#app/text/catalogue/photo-guide-labels.ts'
import { formatAsked } from '#app/text/checkout/cart-labels.ts'

test('each kind of photo has its own rules, and other photos none', () => {
  const first = photoSubjects.map((photoSubject) => photoRules({ photoSubject, photoNote: null })[0])
  expect(new Set(first).size).toBe(photoSubjects.length)
  const unknown = { photoSubject: 'other', photoNote: null } as const
  const words = [
    ...photoRules(unknown),
    ...formatAsked({ ...unknown, hasAirplaneInfo: true, hasPhotoUpload: true }),
  ].join(' ')
  expect(words).not.toMatch(/plaqueta|painel|exemplar|foto da aeronave/)
})

test('groups lines whose photos must show the same', () => {
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
