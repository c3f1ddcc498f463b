const address = {
  zip_code: 'CEP',
  street: 'Rua',
  number: 'Número',
  complement: 'Complemento',
  province: 'Bairro',
  city: 'Cidade',
  state: 'UF',
} as const

/** What the fields of the checkout are called in the error summary, by their name in the form. */
export const checkoutLabels: Record<string, string> = {
  'buyer.name': 'Nome completo',
  'buyer.cpf': 'CPF',
  'buyer.company_name': 'Razão social',
  'buyer.cnpj': 'CNPJ',
  'buyer.ie': 'Inscrição estadual',
  'buyer.phone': 'Telefone',
  'buyer.email': 'E-mail',
  'buyer.password': 'Senha',
  ...labelsOf('billing', 'da cobrança'),
  ...labelsOf('shipping', 'da entrega'),
}

function labelsOf(prefix: string, which: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(address).map(([name, label]) => [`${prefix}.${name}`, `${label} ${which}`]),
  )
}
