import type { AircraftName } from '#app/domain/accounts/aircraft.ts'
import { getCodeRule, shipmentTypes } from '#app/domain/checkout/carriers/carriers.ts'
import { type CivilDate, toCivilDate } from '#app/domain/platform/calendar.ts'
import { type CodeFault, type ShipmentStatus, shipmentStatus } from '#app/domain/shipments/shipment.ts'
import type { CodeVerdict } from '#app/domain/shipments/tracking-list.ts'
import { formatAircraftName } from '#app/text/accounts/aircraft-labels.ts'
import { formatService, getCarrierSentence, getCodeShape } from '#app/text/checkout/carriers.ts'
import { formatWithdrawalMention } from '#app/text/orders/withdrawal-labels.ts'
import { formatDate, formatReais } from '#app/text/platform/format.ts'

type Tone = 'neutral' | 'info' | 'good' | 'warn' | 'bad'

/** Labels that the specification prescribes. */
export const shipmentTexts: Record<ShipmentStatus, { text: string; tone: Tone }> = {
  [shipmentStatus.underWay]: { text: 'Em Andamento', tone: 'warn' },
  [shipmentStatus.sent]: { text: 'Enviado', tone: 'info' },
  [shipmentStatus.delivered]: { text: 'Entregue', tone: 'good' },
  [shipmentStatus.returned]: { text: 'Devolvido', tone: 'bad' },
}

export function getShipmentStatus(status: number): { text: string; tone: Tone } {
  const knownStatus = Object.entries(shipmentTexts).find(([code]) => Number(code) === status)
  return knownStatus ? knownStatus[1] : { text: '-', tone: 'neutral' }
}

export function getShipmentState({ status, cancelled_at }: { status: number; cancelled_at: Date | null }) {
  return cancelled_at === null ? getShipmentStatus(status) : ({ text: 'Desfeita', tone: 'neutral' } as const)
}

type BlockedLine = { isPaid: boolean; orderId: number; withdrawal: number | null }

export function formatBlockedLine({ isPaid, orderId, withdrawal }: BlockedLine): string {
  const request = withdrawal === null ? '' : `, ${formatWithdrawalMention(withdrawal)}`
  return isPaid ? `desistência no pedido nº ${orderId}${request}` : `o pedido nº ${orderId} não está pago`
}

type DatedShipment = {
  status: number
  cancelled_at?: Date | null
  creation_date: CivilDate
  send_date: CivilDate | null
  complete_date: CivilDate | null
  return_date: CivilDate | null
}

/** Returns the status for customers, to whom 'Devolvido' alone does not say where the shipment is. */
export function getReaderShipmentStatus({ status }: Pick<DatedShipment, 'status'>): {
  text: string
  tone: Tone
} {
  const { text, tone } = getShipmentStatus(status)
  return status === shipmentStatus.returned ? { text: 'Voltou ao remetente', tone } : { text, tone }
}

export function formatShipmentLine(shipment: DatedShipment): string {
  if (shipment.cancelled_at) return `Desfeita em ${formatDate(toCivilDate(shipment.cancelled_at))}`
  const day = {
    [shipmentStatus.underWay]: shipment.creation_date,
    [shipmentStatus.sent]: shipment.send_date,
    [shipmentStatus.delivered]: shipment.complete_date,
    [shipmentStatus.returned]: shipment.return_date,
  }[shipment.status]
  const { text } = getReaderShipmentStatus(shipment)
  if (!day) return text
  return shipment.status === shipmentStatus.underWay
    ? `${text}, desde ${formatDate(day)}`
    : `${text} em ${formatDate(day)}`
}

export const typeOptions = shipmentTypes.map((type) => ({ value: type, label: formatService(type) }))

export const statusOptions = Object.entries(shipmentTexts).map(([code, { text }]) => ({
  value: Number(code),
  label: text,
}))

export const codeFaultLabels: Record<CodeFault, string> = {
  'track-code-required': 'Informe o código de rastreamento: este tipo de envio sempre tem um',
  'track-code-wrong': getCarrierSentence('codeWrong'),
  'track-code-unexpected': getCarrierSentence('codeUnexpected'),
}

const refusalLabels: Readonly<Record<string, string>> = {
  ...codeFaultLabels,
  'nothing-to-send':
    'Não há mais nada a enviar: os exemplares já estão em outra expedição ou já foram enviados',
  'line-taken': 'Um dos exemplares já está em outra expedição, ou não pode mais ser enviado',
  'unknown-client': 'O cliente não existe mais',
  'unit-of-other': 'A publicação comprada não é deste cliente',
  'unknown-owner': 'O responsável não é mais da equipe',
  'already-sent': 'A expedição já foi enviada',
  undone: 'A expedição foi desfeita',
  'address-choice': 'Os pedidos têm endereços diferentes: escolha para qual deles vai o volume',
  'address-changed': 'O endereço de entrega mudou desde que a página foi aberta: confira para onde vai',
  'order-not-paid': 'Um dos pedidos não está mais pago: retire os exemplares dele ou desfaça a expedição',
  'invoice-missing': 'Registre antes a NF-e do pedido: a loja só despacha com a chave',
  'copy-withdrawn': 'O cliente desistiu de um dos exemplares: retire-o ou desfaça a expedição',
  'contents-changed': 'A revisão mudou: confira o conteúdo da caixa na página da expedição',
  'code-taken': 'Este código já está em outra expedição',
  'type-missing': 'Escolha o tipo de envio',
  'date-wrong': 'A data é anterior à do passo anterior desta expedição',
  'not-possible': 'A expedição mudou enquanto isso. Confira a situação.',
}

export function formatShipmentRefusal(reason: string): string {
  return refusalLabels[reason] ?? 'Não foi possível'
}

/** Returns the action for an order whose copies came back in this shipment. */
export function formatSendAgain(shipmentId: number): string {
  return `Enviar outra vez: expedição #${shipmentId}`
}

type Arrivals = { done: number; refusals: readonly { id: number; change: string }[] }

/** Returns '28 expedições marcadas como entregues. Não mudou: #12, A data vem antes…'. */
export function formatArrivalResult(arrival: 'delivered' | 'returned', { done, refusals }: Arrivals): string {
  const verbForms = {
    delivered: { one: 'marcada como entregue', many: 'marcadas como entregues' },
    returned: { one: 'voltou ao remetente', many: 'voltaram ao remetente' },
  }[arrival]
  const count = done === 1 ? `1 expedição ${verbForms.one}` : `${done} expedições ${verbForms.many}`
  const refusedLines = refusals.map(({ id, change }) => `#${id}, ${formatShipmentRefusal(change)}`)
  return refusedLines.length === 0
    ? `${count}.`
    : `${count}. Não ${refusedLines.length === 1 ? 'mudou' : 'mudaram'}: ${refusedLines.join('; ')}.`
}

export const verdictLabels: Record<CodeVerdict, { text: string; tone: Tone }> = {
  ready: { text: 'Pronta para enviar', tone: 'good' },
  unreadable: { text: 'Linha não entendida: use número;código', tone: 'bad' },
  unknown: { text: 'Expedição não encontrada', tone: 'bad' },
  several: {
    text: 'O pedido tem mais de uma expedição em andamento: use o número da expedição',
    tone: 'bad',
  },
  'wrong-code': {
    text: getCarrierSentence('listedCodeWrong'),
    tone: 'bad',
  },
  'no-code-expected': { text: getCarrierSentence('listedCodeUnexpected'), tone: 'bad' },
  already: { text: 'Já enviada, com outro código: corrija na página dela', tone: 'warn' },
  'already-so': { text: 'Já enviada com este código', tone: 'neutral' },
  returned: { text: 'Voltou ao remetente: reenvie na página dela', tone: 'warn' },
  repeated: { text: 'Repetida na lista', tone: 'bad' },
  'code-taken': { text: 'Este código já está em outra expedição', tone: 'bad' },
  'too-early': { text: 'A data é anterior à criação da expedição', tone: 'bad' },
  'contents-changed': {
    text: 'Não enviada: a revisão mudou desde que foi embalada; responda na página dela',
    tone: 'warn',
  },
  blocked: { text: 'Não enviar: tem exemplar de pedido não pago ou em desistência', tone: 'bad' },
}

export const shipmentLabels: Readonly<Record<string, string>> = {
  order: 'Pedidos',
  destination: 'Endereço de entrega',
  contents: 'Conteúdo',
  address: 'Endereço de entrega',
  delivery: 'Endereço de entrega',
  newer: 'Na revisão em vigor',
  'shipping.zip_code': 'CEP',
  'shipping.street': 'Rua',
  'shipping.number': 'Número',
  'shipping.complement': 'Complemento',
  'shipping.province': 'Bairro',
  'shipping.city': 'Cidade',
  'shipping.state': 'UF',
  type: 'Tipo de envio',
  owner: 'Responsável',
  value: 'Valor (R$)',
  creation_date: 'Data de criação',
  note: 'Observação',
  status: 'Situação',
  date: 'Data',
  left: 'O que está na caixa',
  track_code: 'Código de rastreamento',
  send_date: 'Data de envio',
  complete_date: 'Data de entrega',
  return_date: 'Data da volta ao remetente',
}

export function formatShipmentValue(field: string, value: string): string {
  if (field === 'status') return getShipmentStatus(Number(value)).text
  if (field === 'type') return formatService(value)
  if (field === 'value') return formatReais(Number(value))
  return field.endsWith('_date') ? formatDate(value) : value
}

type CopyRevision = {
  version: string
  revision: string
  returnedRevision?: string | null
  packed?: string | null
}

/** Returns the revision, with the sold revision if it differs: 'Rev. 23 (vendida Rev. 21)'. */
export function formatRevision({
  version,
  revision,
  returnedRevision = null,
  packed = null,
}: CopyRevision): string {
  const notes = [
    ...(version === revision ? [] : [`vendida ${version}`]),
    ...(returnedRevision === null ? [] : [`voltou ${returnedRevision}`]),
    ...(packed === null || packed === returnedRevision ? [] : [`embalada com ${packed}`]),
  ]
  return notes.length === 0 ? revision : `${revision} (${notes.join(', ')})`
}

type BoxChange = { name: string; packed: string; revision: string }

export function formatBoxChange({ name, packed, revision }: BoxChange): string {
  return `${name}: ${packed} → ${revision}`
}

/** Returns the message that a revision appeared while the page was open. */
export function formatNewBoxChanges(changes: readonly BoxChange[]): string {
  const titles = changes.map(formatBoxChange).join('; ')
  return `A revisão mudou desde que esta página foi aberta: ${titles}. Confira o conteúdo da caixa.`
}

/** Returns the choices for a shipment that was packed with an outdated revision. */
export function listBoxAnswers(changes: readonly BoxChange[]) {
  const joinVersions = (revisionKey: 'packed' | 'revision') =>
    [...new Set(changes.map((line) => line[revisionKey]))].join(', ')
  return [
    {
      value: 'in-force',
      label: `O conteúdo foi trocado: sai a revisão em vigor (${joinVersions('revision')})`,
    },
    {
      value: 'packed',
      label: `Saiu a ${joinVersions('packed')}: a assinatura volta a aguardar envio da revisão em vigor`,
    },
  ]
}

export function formatNewerRevision(revision: string): string {
  return `Enviar a revisão em vigor (${revision})`
}

/** Returns 'Catálogo · Rev. 23 (vendida Rev. 21) · PT-ABC'. */
export function formatCopy({ name, ...copy }: CopyRevision & AircraftName & { name: string }) {
  return [name, formatRevision(copy), formatAircraftName(copy)].filter(Boolean).join(' · ')
}

export function formatCopies(count: number): string {
  return count === 1 ? '1 exemplar' : `${count} exemplares`
}

type ClientName = { is_company: boolean; name: string; company_name: string | null }

export function formatShipmentClientName(client: ClientName | undefined): string {
  if (!client) return '-'
  return (client.is_company && client.company_name) || client.name
}

export function getTrackCodeHint(type: string): string {
  const rule = getCodeRule(type) === 'optional' ? 'Se houver' : `Obrigatório em ${formatService(type)}`
  return `${rule}. ${getCodeShape(type)}`
}

export const missingKeyHint = getCarrierSentence('invoiceKey')

/** Returns the orders whose goods have no NF-e, as text; null if there are none. */
export function formatMissingKeys({ orderIds }: { orderIds: readonly number[] }): string | null {
  if (orderIds.length === 0) return null
  const [onlyOrderId] = orderIds
  return orderIds.length === 1
    ? `O pedido nº ${onlyOrderId} ainda não tem a chave da NF-e.`
    : `Os pedidos nº ${orderIds.join(', ')} ainda não têm a chave da NF-e.`
}
