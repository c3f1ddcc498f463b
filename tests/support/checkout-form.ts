import { action as cartAction } from '#app/routes/checkout/cart.tsx'
import { action, loader } from '#app/routes/checkout/checkout.tsx'
import { termsVersion } from '#app/text/orders/terms.ts'
import { newEmail, password } from '#tests/factories/people.ts'
import type { Fields, Visitor } from '#tests/support/request.ts'

export const billing = {
  'billing.zip_code': '18600-000',
  'billing.street': 'Rua das Hélices',
  'billing.number': '100',
  'billing.complement': 'sala 2',
  'billing.province': 'Centro',
  'billing.city': 'Botucatu',
  'billing.state': 'SP',
} as const

export const shippingElsewhere = {
  ship_elsewhere: 'on',
  'shipping.zip_code': '01310-100',
  'shipping.street': 'Avenida das Asas',
  'shipping.number': '7',
  'shipping.complement': '',
  'shipping.province': 'Bela Vista',
  'shipping.city': 'São Paulo',
  'shipping.state': 'sp',
} as const

export const personFields = {
  'buyer.name': 'Ana Inventada da Silva',
  person_or_company: '0',
  'buyer.cpf': '529.982.247-25',
  'buyer.phone': '(14) 99999-0000',
} as const

export const companyFields = {
  'buyer.name': 'Beto Inventado',
  person_or_company: '1',
  'buyer.company_name': 'Asa Inventada Aviação Agrícola Ltda.',
  'buyer.cnpj': '12.abc.345/01de-35',
  'buyer.ie': 'isento',
  'buyer.phone': '(14) 3221-0000',
} as const

export const newAccount = () => ({ 'buyer.email': newEmail(), 'buyer.password': password })

export const loadCheckout = async (visitor: Visitor) => (await visitor.get(loader, '/checkout')).data

export const confirmCheckout = (visitor: Visitor, fields: Fields) =>
  visitor.post(action, '/checkout', { ...fields, intent: 'confirm' })

export const quoteFreight = (visitor: Visitor, fields: Fields) =>
  visitor.post(action, '/checkout', { ...fields, intent: 'quote' })

/** Adds publications to the cart as a browser does. */
export async function fillCart(visitor: Visitor, quantities: Record<number, number>): Promise<Visitor> {
  for (const [id, quantity] of Object.entries(quantities))
    await visitor.post(cartAction, '/cart', { publication_id: id, add: '1', quantity })
  return visitor
}

/** Returns the checkout form with these fields and the page's hidden ones. Quotes the freight if necessary. */
export async function fillCheckoutForm(visitor: Visitor, fields: Fields): Promise<Fields> {
  const page = await loadCheckout(visitor)
  if (page.needsShipping) await quoteFreight(visitor, fields)
  return { ...(await loadHiddenFields(visitor)), ...fields }
}

/** Returns a new customer's checkout form. */
export async function fillPersonForm(visitor: Visitor, overrides: Fields = {}): Promise<Fields> {
  return fillCheckoutForm(visitor, { ...personFields, ...newAccount(), ...billing, ...overrides })
}

/** Returns the hidden fields of the checkout page, and its first shipping option. */
export async function loadHiddenFields(visitor: Visitor): Promise<Fields> {
  const { token, items, freight } = await loadCheckout(visitor)
  const seenItems = items.flatMap((item, index) => [
    [`seen[${index}].id`, item.key],
    [`seen[${index}].price`, item.price],
    [`seen[${index}].quantity`, item.quantity],
  ])
  const seenFreight = (freight ?? []).map((option) => [`seen_shipping.${option.service}`, option.value])
  return {
    checkout_token: token,
    terms: termsVersion,
    ...Object.fromEntries([...seenItems, ...seenFreight]),
    ...(freight?.[0] ? { shipping_service: freight[0].service } : {}),
  }
}
