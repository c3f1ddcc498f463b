import { purchaseOrderLabels } from '#app/text/checkout/purchase-order-labels.ts'

const addressLabels = {
  zip_code: 'CEP',
  street: 'Rua',
  number: 'Número',
  complement: 'Complemento',
  province: 'Bairro',
  city: 'Cidade',
  state: 'UF',
} as const

type Item = { publicationId: number; name: string; quantity: number; renewal?: object | null }
type Block = { key: string; publicationId: number; unit: number }

/** Returns labels by field of the form, in the sequence of the page, for the summary of errors. */
export function makeCheckoutLabels(items: readonly Item[], blocks: readonly Block[]): Record<string, string> {
  return { ...Object.fromEntries(blocks.flatMap((block) => listUnitLabels(items, block))), ...fieldLabels }
}

function listUnitLabels(items: readonly Item[], { key, publicationId, unit }: Block): [string, string][] {
  const item = items.find((listedItem) => listedItem.publicationId === publicationId && !listedItem.renewal)
  const unitName =
    item && item.quantity > 1 && unit > 0 ? `${item.name}, unidade ${unit}` : (item?.name ?? '')
  return Object.entries(unitFields).map(([name, label]) => [`unit.${key}.${name}`, `${label} (${unitName})`])
}

const unitFields = {
  prefix: 'Prefixo',
  serial: 'Número de série',
  fuel: 'Combustível',
  photo: 'Foto',
} as const

const fieldLabels: Record<string, string> = {
  'buyer.name': 'Nome completo',
  'buyer.cpf': 'CPF',
  'buyer.company_name': 'Razão social',
  'buyer.cnpj': 'CNPJ',
  'buyer.ie': 'Inscrição estadual',
  'buyer.rural_ie': 'Inscrição estadual de produtor rural',
  'buyer.phone': 'Telefone',
  'buyer.email': 'E-mail',
  'buyer.password': 'Senha',
  purchase_order: purchaseOrderLabels.field,
  ...makeAddressLabels('billing', 'da cobrança'),
  ...makeAddressLabels('shipping', 'da entrega'),
}

function makeAddressLabels(prefix: string, suffix: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(addressLabels).map(([name, label]) => [`${prefix}.${name}`, `${label} ${suffix}`]),
  )
}
