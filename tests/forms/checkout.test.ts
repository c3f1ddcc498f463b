import { expect, test } from 'vitest'
import { type CheckoutShape, makeCheckoutSchema } from '#app/forms/checkout.ts'
import { termsVersion } from '#app/text/orders/terms.ts'
import { parseFields } from './sent.ts'

const visitorWithDownload: CheckoutShape = {
  isKnown: false,
  isCompany: false,
  shipsElsewhere: false,
  needsShipping: false,
  ieMaxLength: 12,
  blocks: [],
}

type SentFields = Record<string, string | undefined>

const commonFields: SentFields = {
  checkout_token: '0123456789abcdef'.repeat(2),
  terms: termsVersion,
  'seen[0].id': '7',
  'seen[0].price': '8000',
  'seen[0].quantity': '2',
}
const accountFields: SentFields = {
  'buyer.phone': '(14) 99999-0000',
  'buyer.email': 'ana@exemplo.test',
  'buyer.password': 'senha-de-teste',
}
const personFields: SentFields = { ...accountFields, 'buyer.name': 'Ana', 'buyer.cpf': '529.982.247-25' }
const companyFields: SentFields = {
  ...accountFields,
  'buyer.name': 'Beto',
  'buyer.company_name': 'Asa Ltda.',
  'buyer.cnpj': '12ABC34501DE35',
  'buyer.ie': 'ISENTO',
}
const knownCustomerFields: SentFields = { 'buyer.phone': '(14) 99999-0000' }
const freightFields: SentFields = {
  shipping_service: 'PAC',
  'seen_shipping.PAC': '2250',
  'seen_shipping.TO_BE_AGREED': '0',
}

function makeAddress(prefix: string): SentFields {
  const fields = {
    zip_code: '18600-000',
    street: 'Rua',
    number: '1',
    complement: '',
    province: 'Centro',
    city: 'Botucatu',
    state: 'SP',
  }
  return Object.fromEntries(Object.entries(fields).map(([name, text]) => [`${prefix}.${name}`, text]))
}

const shapeCases: {
  name: string
  shape: Partial<CheckoutShape>
  fields: SentFields
  expectedParts: string[]
  expectedBuyerFields: string[]
}[] = [
  {
    name: 'a visitor, a person, with downloads',
    shape: {},
    fields: personFields,
    expectedParts: [],
    expectedBuyerFields: ['cpf', 'email', 'name', 'password', 'phone', 'rural_ie'],
  },
  {
    name: 'a visitor, a company, with downloads',
    shape: { isCompany: true },
    fields: companyFields,
    expectedParts: [],
    expectedBuyerFields: ['cnpj', 'company_name', 'email', 'ie', 'name', 'password', 'phone'],
  },
  {
    name: 'a known customer with downloads',
    shape: { isKnown: true },
    fields: knownCustomerFields,
    expectedParts: [],
    expectedBuyerFields: ['phone'],
  },
  {
    name: 'a known company with downloads',
    shape: { isKnown: true, isCompany: true },
    fields: knownCustomerFields,
    expectedParts: [],
    expectedBuyerFields: ['phone'],
  },
  {
    name: 'a person with a shipment',
    shape: { needsShipping: true },
    fields: { ...personFields, ...freightFields },
    expectedParts: ['shipping_service'],
    expectedBuyerFields: ['cpf', 'email', 'name', 'password', 'phone', 'rural_ie'],
  },
  {
    name: 'a person with a shipment to another address',
    shape: { needsShipping: true, shipsElsewhere: true },
    fields: { ...personFields, ...freightFields, ...makeAddress('shipping') },
    expectedParts: ['shipping', 'shipping_service'],
    expectedBuyerFields: ['cpf', 'email', 'name', 'password', 'phone', 'rural_ie'],
  },
  {
    name: 'a known customer with a shipment to another address',
    shape: { isKnown: true, needsShipping: true, shipsElsewhere: true },
    fields: { ...knownCustomerFields, ...freightFields, ...makeAddress('shipping') },
    expectedParts: ['shipping', 'shipping_service'],
    expectedBuyerFields: ['phone'],
  },
]

const allShapesFields: SentFields = {
  ...personFields,
  ...companyFields,
  ...freightFields,
  ...makeAddress('billing'),
  ...makeAddress('shipping'),
  ...commonFields,
  ship_elsewhere: 'on',
  person_or_company: '1',
  intent: 'confirm',
}

test.each(shapeCases)(
  '$name: accepts its own fields',
  ({ shape, fields, expectedParts, expectedBuyerFields }) => {
    const { value, errors } = parseFields(makeCheckoutSchema({ ...visitorWithDownload, ...shape }), {
      ...commonFields,
      ...makeAddress('billing'),
      ...fields,
    })
    expect(errors).toBeUndefined()
    expect(Object.keys(value?.buyer ?? {}).sort()).toEqual(expectedBuyerFields)
    for (const name of ['shipping', 'shipping_service'] as const)
      expect(value?.[name] !== undefined, name).toBe(expectedParts.includes(name))
  },
)

test.each(shapeCases)(
  '$name: drops fields of the other shapes',
  ({ shape, fields, expectedParts, expectedBuyerFields }) => {
    const ownFields = new Set(Object.keys({ ...commonFields, ...makeAddress('billing'), ...fields }))
    const fieldsWithNonsense = Object.fromEntries(
      Object.entries(allShapesFields).map(([name, text]) => [name, ownFields.has(name) ? text : '?']),
    )
    const { value, errors } = parseFields(makeCheckoutSchema({ ...visitorWithDownload, ...shape }), {
      ...fieldsWithNonsense,
      ...fields,
      'seen_shipping.PAC': '2250',
      'seen_shipping.TO_BE_AGREED': '0',
    })
    expect(errors).toBeUndefined()
    expect(Object.keys(value?.buyer ?? {}).sort()).toEqual(expectedBuyerFields)
    for (const name of ['shipping', 'shipping_service'] as const)
      expect(value?.[name] !== undefined, name).toBe(expectedParts.includes(name))
  },
)

test.each(shapeCases)('$name: requires each of its mandatory fields', ({ shape, fields }) => {
  const allFields = { ...commonFields, ...makeAddress('billing'), ...fields }
  const optionalNames = /complement|seen/
  for (const name of Object.keys(allFields).filter((each) => !optionalNames.test(each))) {
    const { errors } = parseFields(makeCheckoutSchema({ ...visitorWithDownload, ...shape }), {
      ...allFields,
      [name]: undefined,
    })
    expect(Object.keys(errors ?? {}), name).toEqual([name])
  }
})

const schema = makeCheckoutSchema(visitorWithDownload)
const form = { ...commonFields, ...personFields, ...makeAddress('billing') }

test('parses the seen prices of publications and renewals as centavos', () => {
  const { value } = parseFields(schema, {
    ...form,
    'seen[1].id': 'r8',
    'seen[1].price': '1',
    'seen[1].quantity': '3',
  })
  expect(value?.seen).toEqual([
    { id: '7', price: 8000, quantity: 2 },
    { id: 'r8', price: 1, quantity: 3 },
  ])
})

test.each(['abc', '80,00', '80.5', '1e400'])(
  'rejects the price «%s», which is no number of centavos',
  (price) => {
    expect(Object.keys(parseFields(schema, { ...form, 'seen[0].price': price }).errors ?? {})).toEqual([
      'seen[0].price',
    ])
  },
)

test('rejects more than five hundred lines', () => {
  const manyLines = Object.fromEntries(
    Array.from({ length: 501 }, (_, index) => [
      [`seen[${index}].id`, '1'],
      [`seen[${index}].price`, '1'],
      [`seen[${index}].quantity`, '1'],
    ]).flat(),
  )
  expect(Object.keys(parseFields(schema, { ...form, ...manyLines }).errors ?? {})).toEqual(['seen'])
})

test.each(['', 'x', '0123456789ABCDEF'.repeat(2), `${commonFields.checkout_token}0`, ' '])(
  'rejects the form token «%s»',
  (checkout_token) => {
    expect(parseFields(schema, { ...form, checkout_token }).errors).toEqual({
      checkout_token: ['Seu carrinho mudou. Confira antes de confirmar.'],
    })
  },
)

test('drops unknown fields of the checkout form', () => {
  const { value } = parseFields(schema, {
    ...form,
    status: '2',
    total: '1',
    'buyer.is_staff': '1',
    'billing.id': '1',
  })
  expect(JSON.stringify(value)).not.toMatch(/status|total|is_staff|"id":1[,}]/)
})

test('messages of missing checkout fields are not English', () => {
  for (const { shape } of shapeCases) {
    const { errors } = parseFields(makeCheckoutSchema({ ...visitorWithDownload, ...shape }), {
      'seen[0].id': '1',
      'seen[0].price': '1',
      'seen[0].quantity': '1',
    })
    for (const text of Object.values(errors ?? {}).flat())
      expect(text).not.toMatch(/Invalid|expected|Too|Required/)
  }
})
