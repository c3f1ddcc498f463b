import { expect, test } from 'vitest'
import { type CheckoutShape, makeCheckoutSchema } from '#app/forms/checkout.ts'
import { termsVersion } from '#app/text/orders/terms.ts'
import { sent } from './sent.ts'

const visitorWithDownload: CheckoutShape = {
  isKnown: false,
  isCompany: false,
  shipsElsewhere: false,
  needsShipping: false,
  ieMaxLength: 12,
  blocks: [],
}

type Sent = Record<string, string | undefined>

const common: Sent = {
  checkout_token: '0123456789abcdef'.repeat(2),
  terms: termsVersion,
  'seen[0].id': '7',
  'seen[0].price': '8000',
  'seen[0].quantity': '2',
}
const account: Sent = {
  'buyer.phone': '(14) 99999-0000',
  'buyer.email': 'ana@exemplo.test',
  'buyer.password': 'senha-de-teste',
}
const person: Sent = { ...account, 'buyer.name': 'Ana', 'buyer.cpf': '529.982.247-25' }
const company: Sent = {
  ...account,
  'buyer.name': 'Beto',
  'buyer.company_name': 'Asa Ltda.',
  'buyer.cnpj': '12ABC34501DE35',
  'buyer.ie': 'ISENTO',
}
const knownCustomerFields: Sent = { 'buyer.phone': '(14) 99999-0000' }
const freight: Sent = {
  shipping_service: 'PAC',
  'seen_shipping.PAC': '2250',
  'seen_shipping.TO_BE_AGREED': '0',
}

function makeAddress(prefix: string): Sent {
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

const shapes: {
  name: string
  shape: Partial<CheckoutShape>
  fields: Sent
  has: string[]
  buyer: string[]
}[] = [
  {
    name: 'a visitor, a person, with downloads',
    shape: {},
    fields: person,
    has: [],
    buyer: ['cpf', 'email', 'name', 'password', 'phone', 'rural_ie'],
  },
  {
    name: 'a visitor, a company, with downloads',
    shape: { isCompany: true },
    fields: company,
    has: [],
    buyer: ['cnpj', 'company_name', 'email', 'ie', 'name', 'password', 'phone'],
  },
  {
    name: 'a known customer with downloads',
    shape: { isKnown: true },
    fields: knownCustomerFields,
    has: [],
    buyer: ['phone'],
  },
  {
    name: 'a known company with downloads',
    shape: { isKnown: true, isCompany: true },
    fields: knownCustomerFields,
    has: [],
    buyer: ['phone'],
  },
  {
    name: 'a person with a shipment',
    shape: { needsShipping: true },
    fields: { ...person, ...freight },
    has: ['shipping_service'],
    buyer: ['cpf', 'email', 'name', 'password', 'phone', 'rural_ie'],
  },
  {
    name: 'a person with a shipment to another address',
    shape: { needsShipping: true, shipsElsewhere: true },
    fields: { ...person, ...freight, ...makeAddress('shipping') },
    has: ['shipping', 'shipping_service'],
    buyer: ['cpf', 'email', 'name', 'password', 'phone', 'rural_ie'],
  },
  {
    name: 'a known customer with a shipment to another address',
    shape: { isKnown: true, needsShipping: true, shipsElsewhere: true },
    fields: { ...knownCustomerFields, ...freight, ...makeAddress('shipping') },
    has: ['shipping', 'shipping_service'],
    buyer: ['phone'],
  },
]

const everything: Sent = {
  ...person,
  ...company,
  ...freight,
  ...makeAddress('billing'),
  ...makeAddress('shipping'),
  ...common,
  ship_elsewhere: 'on',
  person_or_company: '1',
  intent: 'confirm',
}

test.each(shapes)('$name: accepts its own fields', ({ shape, fields, has, buyer }) => {
  const { value, errors } = sent(makeCheckoutSchema({ ...visitorWithDownload, ...shape }), {
    ...common,
    ...makeAddress('billing'),
    ...fields,
  })
  expect(errors).toBeUndefined()
  expect(Object.keys(value?.buyer ?? {}).sort()).toEqual(buyer)
  for (const name of ['shipping', 'shipping_service'] as const)
    expect(value?.[name] !== undefined, name).toBe(has.includes(name))
})

test.each(shapes)('$name: drops fields of the other shapes', ({ shape, fields, has, buyer }) => {
  const ownFields = new Set(Object.keys({ ...common, ...makeAddress('billing'), ...fields }))
  const nonsense = Object.fromEntries(
    Object.entries(everything).map(([name, text]) => [name, ownFields.has(name) ? text : '?']),
  )
  const { value, errors } = sent(makeCheckoutSchema({ ...visitorWithDownload, ...shape }), {
    ...nonsense,
    ...fields,
    'seen_shipping.PAC': '2250',
    'seen_shipping.TO_BE_AGREED': '0',
  })
  expect(errors).toBeUndefined()
  expect(Object.keys(value?.buyer ?? {}).sort()).toEqual(buyer)
  for (const name of ['shipping', 'shipping_service'] as const)
    expect(value?.[name] !== undefined, name).toBe(has.includes(name))
})

test.each(shapes)('$name: requires each of its own fields', ({ shape, fields }) => {
  const allFields = { ...common, ...makeAddress('billing'), ...fields }
  const optional = /complement|seen/
  for (const name of Object.keys(allFields).filter((each) => !optional.test(each))) {
    const { errors } = sent(makeCheckoutSchema({ ...visitorWithDownload, ...shape }), {
      ...allFields,
      [name]: undefined,
    })
    expect(Object.keys(errors ?? {}), name).toEqual([name])
  }
})

const schema = makeCheckoutSchema(visitorWithDownload)
const form = { ...common, ...person, ...makeAddress('billing') }

test('parses the seen prices of publications and renewals as centavos', () => {
  const { value } = sent(schema, {
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
  'rejects the price «%s», which the shop never showed',
  (price) => {
    expect(Object.keys(sent(schema, { ...form, 'seen[0].price': price }).errors ?? {})).toEqual([
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
  expect(Object.keys(sent(schema, { ...form, ...manyLines }).errors ?? {})).toEqual(['seen'])
})

test.each(['', 'x', '0123456789ABCDEF'.repeat(2), `${common.checkout_token}0`, ' '])(
  'rejects the form token «%s»',
  (checkout_token) => {
    expect(sent(schema, { ...form, checkout_token }).errors).toEqual({
      checkout_token: ['Seu carrinho mudou. Confira antes de confirmar.'],
    })
  },
)

test('drops unknown fields of the checkout form', () => {
  const { value } = sent(schema, {
    ...form,
    status: '2',
    total: '1',
    'buyer.is_staff': '1',
    'billing.id': '1',
  })
  expect(JSON.stringify(value)).not.toMatch(/status|total|is_staff|"id":1[,}]/)
})

test('rejects fields of the checkout with Portuguese messages', () => {
  for (const { shape } of shapes) {
    const { errors } = sent(makeCheckoutSchema({ ...visitorWithDownload, ...shape }), {
      'seen[0].id': '1',
      'seen[0].price': '1',
      'seen[0].quantity': '1',
    })
    for (const text of Object.values(errors ?? {}).flat())
      expect(text).not.toMatch(/Invalid|expected|Too|Required/)
  }
})
