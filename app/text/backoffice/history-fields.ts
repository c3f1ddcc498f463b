import { isCivilDate } from '#app/domain/platform/calendar.ts'
import { gatewayName } from '#app/domain/settings/issuer.ts'
import { settingIds } from '#app/domain/settings/setting.ts'
import { roleNames } from '#app/text/accounts/colleague-labels.ts'
import { getContributorName } from '#app/text/accounts/ie-labels.ts'
import { mailTopicLabels } from '#app/text/accounts/mail-topic-labels.ts'
import { formatPhoneText, userLabels } from '#app/text/accounts/user-labels.ts'
import { getKindName, pageLabels } from '#app/text/catalogue/page-labels.ts'
import { formatPercentage } from '#app/text/catalogue/price-change-labels.ts'
import { formatPublicationValue, publicationLabels } from '#app/text/catalogue/publication-labels.ts'
import {
  formatTaxDefaultName,
  formatTaxDefaultValue,
  getTaxCodeName,
  parseTaxField,
  taxLabels,
} from '#app/text/catalogue/tax-labels.ts'
import { purchaseOrderLabels } from '#app/text/checkout/purchase-order-labels.ts'
import { invoiceModelNames, invoiceStateNames, testMark } from '#app/text/orders/invoice-labels.ts'
import { getStaffStatus } from '#app/text/orders/order-labels.ts'
import { getGatewayEventName } from '#app/text/payments/gateway-event-labels.ts'
import { boletoAfterNotes, formatPayerText, payerLabels } from '#app/text/payments/payer-labels.ts'
import {
  boletoWithdrawalLabels,
  notedResolutions,
  paymentOutcomeLabels,
  paymentSources,
} from '#app/text/payments/payment-labels.ts'
import { formatFailure } from '#app/text/platform/failure-labels.ts'
import { formatDate, formatDocument, formatReais } from '#app/text/platform/format.ts'
import { getTaskName } from '#app/text/platform/job-labels.ts'
import { gatewayLabels } from '#app/text/settings/issuer-labels.ts'
import { getSettingHistory } from '#app/text/settings/setting-labels.ts'
import { formatWebhookEventNames } from '#app/text/settings/webhook-labels.ts'
import {
  formatShipmentValue,
  getShipmentStatus,
  shipmentLabels,
} from '#app/text/shipments/shipment-labels.ts'
import {
  formatSubscriptionValue,
  subscriptionHistoryLabels,
} from '#app/text/subscriptions/staff-subscription-labels.ts'

type Subject = { entity: string; entityId: number }
export type HistoryChange = { field: string; from: string | null; to: string | null }
export type HistoryDetail = { name: string; value: string | null }

type FieldLabels = { label(field: string): string; value(field: string, text: string): string }
type Labels = Readonly<Record<string, string>>

const publicationFields: Labels = { ...publicationLabels, ...pageLabels }

const invoiceStates: Labels = invoiceStateNames

const keepText = (_field: string, text: string) => text

const entityLabels: Readonly<Record<string, FieldLabels>> = {
  order: makeFieldLabels(
    {
      nfe: 'NF-e',
      purchase_order: purchaseOrderLabels.field,
      note: 'Nota',
      file: 'Arquivo',
      invoice_key: 'Chave da nota',
      invoice_number: 'Número da nota',
      invoice_state: 'Situação da nota',
      line: 'Publicação',
      delivery: 'Endereço de entrega',
      ...payerLabels,
      reason: 'Motivo',
      withoutPhoto: 'Aprovado sem foto: motivo',
      value: 'Valor',
      fee: 'Tarifas',
      credited_on: 'Creditado em',
    },
    formatOrderValue,
  ),
  user: makeFieldLabels(
    { ...userLabels, billing: 'Endereço de cobrança', shipping: 'Endereço de entrega' },
    formatUserValue,
  ),
  subscription: makeFieldLabels(subscriptionHistoryLabels, formatSubscriptionValue),
  shipment: makeFieldLabels(shipmentLabels, formatShipmentValue),
  publication: {
    label: (field) => {
      const code = parseTaxField(field)
      return code ? taxLabels[code] : (publicationFields[field] ?? field)
    },
    value: (field, text) => {
      const code = parseTaxField(field)
      if (code) return getTaxCodeName(code, text)
      return field === 'kind' ? getKindName(text) : formatPublicationValue(field, text)
    },
  },
  webhook: makeFieldLabels(
    { address: 'Endereço', description: 'Descrição', events: 'Eventos', isActive: 'Ativo' },
    (field, text) => (field === 'events' ? formatWebhookEventNames(text.split(',')) : text),
  ),
}

const taxDefaults: FieldLabels = {
  label: formatTaxDefaultName,
  value: (_field, text) => formatTaxDefaultValue(text),
}

const factLabels: Labels = {
  source: 'Por',
  legacyId: 'Nº no sistema anterior',
  message: 'Mensagem',
  from: 'Antes',
  to: 'Depois',
  on: 'Data',
  note: 'Nota',
  due: 'Vencimento',
  dueDate: 'Vencimento',
  hasReason: 'Com motivo',
  reason: 'Motivo',
  boletoAfter: 'Boleto',
  kind: 'Tipo',
  model: 'Documento',
  environment: 'Ambiente',
  ordinal: 'Carta nº',
  ourNumber: 'Nosso número',
  job: 'Tarefa',
  subject: 'Do registro',
  error: 'Motivo',
  orderId: 'Pedido',
  shipment: 'Expedição',
  request: 'Solicitação',
  line: 'Item',
  lines: 'Itens',
  round: 'Envio',
  version: 'Versão',
  count: 'Quantidade',
  priceChange: 'Reajuste',
  taxChange: 'Alteração de muitas publicações',
  percentage: 'Percentual',
  why: 'Motivo',
  rejection: 'Motivos do banco',
  value: 'Valor',
  reported: 'Valor informado',
  paidOn: 'Pago em',
  paymentOutcome: 'Resultado',
  issuer: 'Emissor',
  resolution: 'Decisão',
  payment: 'Recebimento',
  document: 'Comprovante',
  refundedOn: 'Reembolsado em',
  reversedOn: 'Desfeito em',
  name: 'Arquivo',
  member: 'Colega nº',
  role: 'Papel',
  certificate: 'Certificado',
  quote: 'Orçamento nº',
  topic: 'Quais',
  code: 'Código do servidor',
  event: 'Aviso',
}

const sourceLabels: Labels = {
  staff: 'equipe',
  customer: 'cliente',
  signature: 'andamento da assinatura',
  'internal-order': 'pedido interno',
  'account-deletion': 'exclusão da conta',
  shop: 'a própria loja',
  'command-line': 'linha de comando',
  import: 'importação',
  'mail-link': 'link de um e-mail',
  'mail-server': 'servidor de e-mail',
  ...paymentSources,
  upload: 'envio da equipe',
  folder: 'pasta de retornos',
  name: 'Nome',
  scopes: 'Permissões',
}

const kindLabels: Labels = { nfe: 'NF-e', file: 'arquivo' }
const yesNoLabels: Labels = { true: 'sim', false: 'não' }

const codeLabels: Readonly<Record<string, Labels>> = {
  why: boletoWithdrawalLabels,
  paymentOutcome: paymentOutcomeLabels,
  resolution: notedResolutions,
  issuer: { 'own-bank': 'convênio bancário', [gatewayName]: gatewayLabels.name },
  note: { unpaid: 'não pago' },
  boletoAfter: boletoAfterNotes,
  role: roleNames,
  topic: mailTopicLabels,
  model: invoiceModelNames,
  environment: { test: testMark },
}

export function formatHistoryChange(subject: Subject, { field, from, to }: HistoryChange) {
  const { label, value } = getFieldLabels(subject)
  const formatText = (text: string | null) => text && (yesNoLabels[text] ?? value(field, text))
  return { label: label(field), from: formatText(from), to: formatText(to) }
}

/** Formats a detail. `jobName` is a parameter because app/mails declares the names of mails. */
export function formatHistoryDetail(
  { entity }: Subject,
  { name, value }: HistoryDetail,
  jobName = getTaskName,
) {
  const formatText = (text: string) => (name === 'job' ? jobName(text) : formatFactValue(entity, name, text))
  return { label: factLabels[name] ?? name, value: value && formatText(value) }
}

function getFieldLabels({ entity, entityId }: Subject): FieldLabels {
  if (entity === 'setting')
    return entityId === settingIds.taxDefaults ? taxDefaults : getSettingHistory(entityId)
  return entityLabels[entity] ?? makeFieldLabels({}, keepText)
}

function makeFieldLabels(labels: Labels, value: FieldLabels['value']): FieldLabels {
  return { label: (field) => labels[field] ?? field, value }
}

function formatOrderValue(field: string, text: string): string {
  if (field === 'invoice_state') return invoiceStates[text] ?? text
  if (field === 'credited_on') return formatDate(text)
  if (field === 'payer_document') return formatPayerText(field, text)
  return field === 'value' || field === 'fee' ? formatReais(Number(text)) : text
}

function formatUserValue(field: string, text: string): string {
  if (field === 'phone') return formatPhoneText(text)
  if (field === 'contributor') return getContributorName(text)
  return field === 'cpf' || field === 'cnpj' ? formatDocument(text) : text
}

function formatFactValue(entity: string, name: string, text: string): string {
  if (isCivilDate(text)) return formatDate(text)
  if (name === 'source') return sourceLabels[text] ?? text
  const labels = codeLabels[name]
  if (labels) return labels[text] ?? text
  if (name === 'event') return getGatewayEventName(text)
  if (name === 'value' || name === 'reported') return formatReais(Number(text))
  if (name === 'payment') return `nº ${text}`
  if (name === 'kind') return kindLabels[text] ?? text
  if (name === 'error') return formatFailure(text).text
  if (name === 'from' || name === 'to') return formatStatus(entity, Number(text))
  if (name === 'priceChange' || name === 'taxChange') return `nº ${text}`
  if (name === 'percentage') return formatPercentage(Number(text))
  if (name === 'hasReason') return 'sim'
  return name === 'lines' ? text.replaceAll(',', ', ') : text
}

function formatStatus(entity: string, status: number): string {
  if (entity === 'order') return getStaffStatus({ status, reason: null }).text
  if (entity === 'shipment') return getShipmentStatus(status).text
  return formatSubscriptionValue('status', String(status))
}
