import { isCivilDate } from '#app/domain/calendar.ts'
import { expeditionLabels, readableExpeditionHistory } from '#app/text/expedition-words.ts'
import { formatDate } from '#app/text/format.ts'
import { jobName } from '#app/text/job-words.ts'
import { statusForStaff } from '#app/text/order-words.ts'
import { publicationLabels } from '#app/text/publication-words.ts'
import { inWords, subscriptionHistoryLabels } from '#app/text/staff-subscription-words.ts'
import { userLabels } from '#app/text/user-words.ts'

type Change = { field: string; from: string | null; to: string | null }
type Fact = { name: string; value: string | null }
type Row = { entity: string; changes: readonly Change[]; facts: readonly Fact[] }

/** The fields of one kind of record; what all kinds share is in `sharedLabels`. */
const labels: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  order: { nfe: 'NF-e', note: 'Nota' },
  user: { ...userLabels, billing: 'Endereço de cobrança', shipping: 'Endereço de entrega' },
  publication: publicationLabels,
  subscription: subscriptionHistoryLabels,
  expedition: expeditionLabels,
  setting: {
    name: 'Razão social',
    tradeName: 'Nome fantasia',
    cnpj: 'CNPJ',
    street: 'Rua',
    number: 'Número',
    complement: 'Complemento',
    province: 'Bairro',
    city: 'Cidade',
    state: 'UF',
    zipCode: 'CEP',
    phone: 'Telefone',
    email: 'E-mail',
    bank: 'Banco',
    agency: 'Agência',
    account: 'Conta',
    agencyPrinted: 'Agência no boleto',
    accountPrinted: 'Conta no boleto',
    agreement: 'Convênio',
    wallet: 'Carteira',
    slipDueDays: 'Vencimento do boleto',
    slipInstructions: 'Instruções no boleto',
    handlingDays: 'Dias somados ao prazo dos Correios',
    offersFreightToBeAgreed: 'Oferecer frete “À Combinar”',
    ieMaxLength: 'Tamanho máximo da inscrição estadual',
    revealsUnknownEmail: 'Dizer quando o e-mail não tem conta',
  },
}

const sharedLabels: Readonly<Record<string, string>> = {
  file: 'Arquivo',
  reason: 'Motivo',
  status: 'Situação',
  from: 'Antes',
  to: 'Agora',
  on: 'Em',
  due: 'Vencimento',
  version: 'Versão',
  source: 'Por',
  cause: 'Por',
  kind: 'Tipo',
  job: 'Tarefa',
  subject: 'Assunto',
  error: 'Erro',
  count: 'Quantas',
  round: 'Envio',
  line: 'Item',
  lines: 'Itens',
  request: 'Solicitação',
  orderId: 'Pedido',
  expedition: 'Expedição',
  ourNumber: 'Nosso número',
  dueDate: 'Vencimento',
  hasReason: 'Com motivo',
}

const values: Readonly<Record<string, string>> = {
  true: 'sim',
  false: 'não',
  staff: 'equipe',
  customer: 'cliente',
  'account-deletion': 'exclusão da conta',
  'internal-order': 'pedido interno',
  signature: 'andamento',
  payment: 'pagamento',
  unpaid: 'falta de pagamento',
  courtesy: 'cortesia',
  nfe: 'NF-e',
}

/** What a row of the history noted, in words for staff; a field or value without words is shown by its name. */
export function historyFacts({ entity, changes, facts }: Row): { changes: Change[]; facts: Fact[] } {
  const label = (name: string) => labels[entity]?.[name] ?? sharedLabels[name] ?? name
  return {
    changes: readChanges(entity, changes).map(({ field, from, to }) => ({
      field: label(field),
      from: valueWords(field, from),
      to: valueWords(field, to),
    })),
    facts: facts.map(({ name, value }) => ({ name: label(name), value: factValue(entity, name, value) })),
  }
}

function readChanges(entity: string, changes: readonly Change[]): readonly Change[] {
  if (entity === 'subscription') return inWords({ changes }).changes
  if (entity === 'expedition') return readableExpeditionHistory([{ changes }])[0]?.changes ?? changes
  return changes
}

/** 'from' holds the state a record left, except where it is the day a renewal moved. */
function factValue(entity: string, name: string, value: string | null): string | null {
  const isState = name === 'from' && value !== null && /^\d+$/.test(value)
  if (isState && entity === 'order') return statusForStaff({ status: Number(value), reason: null }).text
  if (isState && entity === 'subscription')
    return inWords({ changes: [{ field: 'status', from: value, to: null }] }).changes[0]?.from ?? value
  return name === 'job' && value !== null ? jobName(value) : valueWords(name, value)
}

/** What people typed stays as it is; days and the shop's own codes are put in words. */
function valueWords(field: string, value: string | null): string | null {
  if (value === null || ['name', 'note', 'notes', 'nfe', 'reason', 'error'].includes(field)) return value
  return isCivilDate(value) ? formatDate(value) : (values[value] ?? value)
}
