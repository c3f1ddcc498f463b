import { expect, test } from 'vitest'
import { publicationWire } from '#app/api/wire/publication.ts'
import { publicationBody } from '#app/api/wire/publication-form.ts'
import { publicationColumns } from '#app/domain/catalogue/publication-fields.ts'
import { publicationRecord } from '#app/import/records.ts'

test.each([
  ['body of the API', publicationBody],
  ['response of the API', publicationWire],
  ['imported record', publicationRecord],
])('the %s has every field of a publication', (_, schema) => {
  expect(Object.keys(schema.shape)).toEqual(expect.arrayContaining(publicationColumns))
})
