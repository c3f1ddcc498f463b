import { shippingTypes } from '#app/domain/checkout/shipping.ts'
import { formatAccessKey, type KeyDifference, type KeyFault } from '#app/domain/orders/invoices/access-key.ts'
import type { InvoiceModel, InvoiceState } from '#app/domain/orders/invoices/invoice.ts'
import type { InvoiceFault } from '#app/domain/orders/invoices/invoice-request.ts'
import type { XmlFault } from '#app/domain/orders/invoices/invoice-xml.ts'

export const invoiceModelNames: Readonly<Record<InvoiceModel, string>> = { nfe: 'NF-e', nfse: 'NFS-e' }

export const invoiceStateNames: Readonly<Record<InvoiceState, string>> = {
  draft: 'pedida ao emissor',
  sent: 'enviada, sem resposta ainda',
  authorised: 'autorizada',
  refused: 'recusada',
  cancelling: 'cancelamento pedido',
  cancelled: 'cancelada',
}

/** Displayed with each document of the issuer's test environment. */
export const testMark = 'Homologação, sem valor fiscal'

export const letterStateNames = {
  asked: 'enviada, sem resposta ainda',
  done: 'registrada',
  refused: 'recusada',
} as const

export const keyMessages: Readonly<Record<KeyFault, string>> = {
  length: 'A chave tem 44 caracteres: confira se está inteira',
  characters: 'Chave incorreta: são números, com letras só no CNPJ',
  'check-digit': 'Chave incorreta: o dígito verificador, no fim, não confere',
  state: 'Chave incorreta: não começa com o número de um estado',
  month: 'Chave incorreta: o mês não existe',
  model: 'A chave não é de uma NF-e (modelo 55)',
  cnpj: 'Chave incorreta: o CNPJ dentro dela não confere',
}

export const xmlMessages: Readonly<Record<XmlFault, string>> = {
  'not-xml': 'O arquivo não é um XML inteiro.',
  'declares-types': 'O XML traz declarações que uma NF-e não tem. Baixe-o de novo do emissor.',
  'not-an-invoice': 'O XML não é de uma NF-e: começa com nfeProc ou NFe.',
  'no-key': 'O XML não traz a chave da NF-e.',
  'keys-differ': 'A nota e o protocolo dentro do XML têm chaves diferentes.',
  'not-authorised': 'Segundo o XML, a nota não foi autorizada.',
}

export const keyDifferenceTexts: Readonly<Record<KeyDifference, string>> = {
  issuer: 'o CNPJ da chave não é o da empresa',
  state: 'o estado da chave não é o da empresa',
  month: 'a nota é de um mês anterior ao pedido',
  series: 'a série não é a das configurações',
}

export const invoiceFaultTexts: Readonly<Record<InvoiceFault['code'], string>> = {
  'company-missing': 'Faltam os dados da empresa',
  'fiscal-missing': 'Falta a configuração fiscal',
  'environment-differs': 'O ambiente da configuração fiscal não é o do acesso ao emissor',
  'issuer-ie-missing': 'Falta a inscrição estadual da empresa',
  'issuer-im-missing': 'Falta a inscrição municipal da empresa',
  'issuer-city-code-missing': 'A cidade da empresa não tem código do IBGE: confira nome e UF',
  'not-paid': 'O pedido ainda não foi pago',
  'no-items': 'O pedido não tem item com valor',
  'buyer-ie-missing': 'O cliente é contribuinte do ICMS e está sem inscrição estadual',
  'buyer-address-missing': 'Falta o endereço de cobrança',
  'buyer-city-code-missing': 'A cidade do cliente não tem código do IBGE: confira nome e UF',
  'ncm-missing': 'Falta o NCM',
  'origin-missing': 'Falta a origem',
  'cfop-missing': 'Falta o CFOP',
  'icms-missing': 'Falta o código do ICMS para o regime da empresa',
  'pis-cofins-missing': 'Falta o CST de PIS e COFINS',
  'ibs-cbs-missing': 'Falta o CST de IBS e CBS',
  'class-trib-missing': 'Falta o cClassTrib',
  'classes-disagree': 'O cClassTrib não é do CST de IBS e CBS',
  'csosn-not-of-mei': 'O MEI só usa CSOSN 102, 300, 400 ou 900',
  'service-code-missing': 'Falta o item da lista de serviços',
  'national-code-missing': 'Falta o código de tributação nacional',
  'operation-code-missing': 'Falta o indicador da operação (cIndOp)',
  'service-tax-missing': 'Faltam os tributos aproximados da NFS-e',
}

/** Returns the name of an invoice: 'NF-e 123, série 1'. */
export function formatInvoiceName(invoice: {
  model: InvoiceModel
  number: string | null
  series: string | null
}): string {
  const { model, number, series } = invoice
  const name = [invoiceModelNames[model], number].filter(Boolean).join(' ')
  return series ? `${name}, série ${series}` : name
}

export function formatPendingInvoice(shippingType: string): string {
  const deadline = shippingType === shippingTypes.download ? 'depois do pagamento' : 'até o envio'
  return `Nota fiscal: vamos emitir ${deadline}. Ela chega por e-mail e fica aqui.`
}

/** Returns an NF-e's key in groups of four digits; an NFS-e's unchanged. */
export function formatKey({ model, key }: { model: InvoiceModel; key: string }): string {
  return model === 'nfe' ? formatAccessKey(key) : key
}

export type InvoiceFileKind = 'xml' | 'pdf' | 'cancellation' | `letter-${number}.${'xml' | 'pdf'}`

/** Returns 'NF-e <key>.xml', or the reference if there is no key. */
export function formatInvoiceFileName(
  invoice: { model: InvoiceModel; key: string | null; reference: string; isTest: boolean },
  kind: InvoiceFileKind,
): string {
  const name = `${invoiceModelNames[invoice.model]} ${invoice.key ?? invoice.reference}`
  const stem = invoice.isTest ? `Homologação ${name}` : name
  if (kind === 'xml' || kind === 'pdf') return `${stem}.${kind}`
  // The kind 'letter-1.pdf' ends with '1.pdf'.
  return kind === 'cancellation' ? `${stem} cancelamento.xml` : `${stem} carta ${kind.slice(7)}`
}

export const unpaidOrderText = 'O pedido deixou de estar pago antes do envio: nada foi emitido'
export const abandonedTestText = 'O teste foi abandonado: a emissão já é de produção'

/** Returns the issuer's messages, or a text of ours if there are none. */
export function listRefusalMessages({
  messages,
  reason,
}: {
  messages: readonly string[]
  reason?: string
}): readonly string[] {
  if (messages.length > 0) return messages
  return [reason === 'unknown-document' ? 'O emissor não conhece este documento' : 'Recusado, sem motivo']
}
