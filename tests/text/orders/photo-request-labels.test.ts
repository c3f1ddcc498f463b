import { describe, expect, test } from 'vitest'
import { countPhotos, listPhotoCopies } from '#app/domain/orders/photo-review.ts'
import {
  formatOtherPhotos,
  formatPhotoCopy,
  formatPhotoPageTitle,
  formatPhotoRequest,
  formatPhotoRequestSubject,
  formatPhotoRequestTitle,
  formatPhotosReceived,
  formatPhotoVerdict,
  formatSendPhotosLabel,
  formatSentPhotos,
} from '#app/text/orders/photo-request-labels.ts'

const line = {
  id: 1,
  publicationId: 7,
  name: 'Kit de Placares',
  registration: null,
  serialNumber: null,
  photo: 'a.jpg',
}
const aircraftLine = {
  ...line,
  publicationId: 8,
  name: 'Segunda via',
  registration: 'PT-ABC',
  serialNumber: '200512',
}

describe('copies of a publication with photos', () => {
  test('share a photo without aircraft, and have their own with aircraft', () => {
    const lines = [
      line,
      { ...line, id: 2 },
      { ...aircraftLine, id: 3, photo: null },
      { ...aircraftLine, id: 4, registration: 'PT-XYZ', photo: null },
      { ...line, id: 5, publicationId: 9, photo: null },
      { ...line, id: 6, photo: 'b.jpg' },
    ]
    expect(listPhotoCopies(lines).map(({ lineIds }) => lineIds)).toEqual([[1, 2], [3], [4], [5], [6]])
    expect(countPhotos(lines)).toBe(2)
  })

  test.each([
    [line, 'Kit de Placares'],
    [aircraftLine, 'Segunda via, PT-ABC'],
    [{ ...aircraftLine, registration: null }, 'Segunda via, nº de série 200512'],
  ])('are named by title and aircraft (%#)', (copy, name) => {
    expect(formatPhotoCopy({ ...copy, lineIds: [1] })).toBe(name)
  })

  test('are counted when they share a photo', () => {
    expect(formatPhotoCopy({ ...line, lineIds: [1, 2, 3] })).toBe('Kit de Placares (3 exemplares)')
  })
})

const rejectedPhoto = listPhotoCopies([aircraftLine])
const missingPhoto = listPhotoCopies([{ ...aircraftLine, photo: null }])
const twoRejectedPhotos = listPhotoCopies([aircraftLine, { ...line, id: 2 }])
const rejectedAndMissingPhoto = listPhotoCopies([aircraftLine, { ...line, id: 2, photo: null }])

test.each([
  [
    rejectedPhoto,
    'Precisamos de outra foto',
    'Enviar nova foto',
    'Nova foto para o pedido nº 9',
    'Pedido nº 9: envie uma nova foto',
  ],
  [
    missingPhoto,
    'Precisamos de uma foto',
    'Enviar a foto',
    'Foto para o pedido nº 9',
    'Pedido nº 9: envie a foto',
  ],
  [
    twoRejectedPhotos,
    'Precisamos de outras 2 fotos',
    'Enviar novas fotos',
    'Novas fotos para o pedido nº 9',
    'Pedido nº 9: envie novas fotos',
  ],
  [
    rejectedAndMissingPhoto,
    'Precisamos de 2 fotos',
    'Enviar as fotos',
    'Fotos para o pedido nº 9',
    'Pedido nº 9: envie as fotos',
  ],
])(
  'a request states the number of photos, and "outra" only for photos sent before (%#)',
  (copies, title, label, pageTitle, subject) => {
    expect(formatPhotoRequestTitle(copies)).toBe(title)
    expect(formatSendPhotosLabel(copies)).toBe(label)
    expect(formatPhotoPageTitle(9, copies)).toBe(pageTitle)
    expect(formatPhotoRequestSubject(9, copies)).toBe(subject)
  },
)

test.each([
  [
    rejectedPhoto,
    'Conferimos a foto enviada. Para aprovar o pedido precisamos de outra, de Segunda via, PT-ABC:',
  ],
  [missingPhoto, 'Para aprovar o pedido precisamos da foto de Segunda via, PT-ABC:'],
  [twoRejectedPhotos, 'Conferimos as fotos enviadas. Para aprovar o pedido precisamos de outras 2:'],
  [rejectedAndMissingPhoto, 'Para aprovar o pedido precisamos de 2 fotos:'],
])('the mail names the copy, and mentions a check only of sent photos (%#)', (copies, expectedText) => {
  expect(formatPhotoRequest(copies)).toBe(expectedText)
})

test.each([
  [1, 0, 'Recebemos a foto. Ela está em análise.'],
  [3, 0, 'Recebemos 3 fotos. Elas estão em análise.'],
  [1, 1, 'Recebemos a foto. Falta uma.'],
  [2, 2, 'Recebemos 2 fotos. Faltam 2.'],
])('%i photos sent and %i missing read "%s"', (sentCount, missingCount, expectedText) => {
  expect(formatPhotosReceived(sentCount, missingCount)).toBe(expectedText)
})

test.each([
  [0, 'Aprovamos o pedido', 'a foto'],
  [1, 'Conferimos a foto enviada e aprovamos o pedido', 'outra foto'],
  [2, 'Conferimos as 2 fotos enviadas e aprovamos o pedido', 'outras fotos'],
])('the decision on %i photos reads "%s"', (count, expectedText, otherPhotos) => {
  expect(formatPhotoVerdict(count, 'aprovamos o pedido')).toBe(expectedText)
  expect(formatOtherPhotos(count)).toBe(otherPhotos)
})

test.each([
  [0, 'o pedido'],
  [1, 'a foto enviada'],
  [3, 'as 3 fotos enviadas'],
])('the check of %i photos reads "%s"', (count, expectedText) => {
  expect(formatSentPhotos(count)).toBe(expectedText)
})
