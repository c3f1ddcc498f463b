import type { ServiceInvoice, ServiceItem } from '#app/domain/orders/invoices/invoice-request.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import type { TaxRegime } from '#app/domain/settings/fiscal.ts'

/** Codes of opSimpNac: 1 outside the Simples, 2 MEI, 3 ME and EPP. */
const simplesOptions: Readonly<Record<TaxRegime, number>> = {
  normal: 1,
  mei: 2,
  simples: 3,
  'simples-excess': 3,
}

/** Codes of regApTribSN for ME and EPP: 1 pays all taxes by the Simples, 2 pays the ISS outside the Simples. */
const simplesRegimes: Readonly<Partial<Record<TaxRegime, number>>> = { simples: 1, 'simples-excess': 2 }

const MAX_DESCRIPTION_LENGTH = 2000

/** Returns the body of POST /v2/nfsen (Focus NFe v2): a DPS of the national layout, flat. */
export function toNationalFields(request: ServiceInvoice, issuedAt: string): Record<string, unknown> {
  const { issuer, buyer, items, regime, total } = request
  const { address } = buyer
  const [firstItem] = items
  const simplesRegime = simplesRegimes[regime]
  return {
    data_emissao: issuedAt,
    data_competencia: issuedAt.slice(0, 10),
    codigo_municipio_emissora: Number(issuer.address.cityCode),
    cnpj_prestador: issuer.cnpj,
    ...(issuer.im ? { inscricao_municipal_prestador: issuer.im.replace(/\D/g, '') } : {}),
    codigo_opcao_simples_nacional: simplesOptions[regime],
    ...(simplesRegime === undefined ? {} : { regime_tributario_simples_nacional: simplesRegime }),
    regime_especial_tributacao: 0,
    ...(buyer.document.length === 11 ? { cpf_tomador: buyer.document } : { cnpj_tomador: buyer.document }),
    razao_social_tomador: buyer.name,
    codigo_municipio_tomador: Number(address.cityCode),
    cep_tomador: address.zip_code,
    logradouro_tomador: address.street,
    numero_tomador: address.number,
    ...(address.complement ? { complemento_tomador: address.complement } : {}),
    bairro_tomador: address.province,
    ...(buyer.phone ? { telefone_tomador: buyer.phone.replace(/\D/g, '') } : {}),
    email_tomador: buyer.email,
    codigo_municipio_prestacao: Number(issuer.address.cityCode),
    codigo_tributacao_nacional_iss: firstItem?.nationalCode ?? '',
    descricao_servico: describeItems(items),
    ...(firstItem?.nbs ? { codigo_nbs: firstItem.nbs } : {}),
    valor_servico: toReais(total),
    // The service is taxed (1) without retention (1). The city sets the rate, so a rate would be rejected (E0617).
    tributacao_iss: 1,
    tipo_retencao_iss: 1,
    ...makeTaxTotals(request),
    ...(firstItem?.reform ? makeReformFields(firstItem.reform, buyer.isCompany) : {}),
  }
}

/** Returns the tax totals in the form that the company's regime requires. Other forms are rejected (E0712, E0713). */
function makeTaxTotals({ regime, taxes }: ServiceInvoice): Record<string, unknown> {
  const serviceTaxRate = taxes.serviceTaxPercent / 100
  if (regime === 'mei') return { indicador_total_tributacao: 0 }
  if (regime !== 'normal') return { percentual_total_tributos_simples_nacional: serviceTaxRate }
  return {
    percentual_total_tributos_federais: serviceTaxRate,
    percentual_total_tributos_estaduais: 0,
    percentual_total_tributos_municipais: taxes.cityTaxPercent / 100,
  }
}

/** Returns the IBS and CBS fields: 0 regular document, 0 payer is recipient, 1 personal use by people (LC 214/2025). */
function makeReformFields(
  { cst, classTrib, operationCode }: NonNullable<ServiceItem['reform']>,
  isCompany: boolean,
): Record<string, unknown> {
  return {
    finalidade_emissao: 0,
    consumidor_final: isCompany ? 0 : 1,
    indicador_destinatario: 0,
    codigo_indicador_operacao: operationCode,
    ibs_cbs_situacao_tributaria: cst,
    ibs_cbs_classificacao_tributaria: classTrib,
  }
}

export function formatServiceLines(items: readonly ServiceItem[]): string[] {
  return items.map(
    ({ quantity, description, value }) => `${quantity} x ${description}: R$ ${formatDecimal(value)}`,
  )
}

/** Returns a line for each item. The last line only counts the items that do not fit. */
function describeItems(items: readonly ServiceItem[]): string {
  const lines = formatServiceLines(items)
  const description = lines.join('\n')
  if (description.length <= MAX_DESCRIPTION_LENGTH) return description
  const listedLines: string[] = []
  const maxLength = MAX_DESCRIPTION_LENGTH - '\ne mais 9999 itens'.length
  for (const line of lines) {
    if ([...listedLines, line].join('\n').length > maxLength) break
    listedLines.push(line)
  }
  return [...listedLines, `e mais ${lines.length - listedLines.length} itens`].join('\n')
}

export function toReais(value: Centavos): number {
  return Math.round(value) / 100
}

function formatDecimal(value: Centavos): string {
  return toReais(value).toFixed(2).replace('.', ',')
}
