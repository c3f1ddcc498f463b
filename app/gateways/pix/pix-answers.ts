import { z } from 'zod'
import { buildDynamicPix, parsePix } from '#app/domain/charges/pix.ts'
import { isEndToEndId } from '#app/domain/charges/pix-charge.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import type {
  PixChargeRequest,
  RemotePix,
  RemotePixCharge,
  RemotePixRefund,
} from '#app/gateways/pix/pix-bank.ts'

/** Parses '123.45' to 12345 centavos. Some banks omit the decimals. */
const reais = z
  .string()
  .regex(/^\d{1,10}(\.\d{1,2})?$/)
  .transform((text): Centavos => {
    const [whole = '', decimals = ''] = text.split('.')
    return Number(whole + decimals.padEnd(2, '0'))
  })
const saoPauloDay = z.iso.datetime({ offset: true }).transform((text) => toCivilDate(new Date(text)))
const endToEndId = z.string().refine(isEndToEndId)
const optionalText = z.string().nullish()

/** The final states by status. Other statuses count as 'processing', and the refund is read again. */
const refundStates = { DEVOLVIDO: 'done', NAO_REALIZADO: 'failed' } as const

export const pixRefund = z
  .object({
    id: z.string().min(1).max(100),
    rtrId: optionalText,
    valor: reais,
    horario: z.object({ solicitacao: saoPauloDay.nullish(), liquidacao: saoPauloDay.nullish() }).nullish(),
    status: z.string(),
    natureza: optionalText,
    motivo: optionalText,
  })
  .transform(({ id, rtrId, valor, horario, status, natureza, motivo }): RemotePixRefund => {
    const isFinalStatus = status === 'DEVOLVIDO' || status === 'NAO_REALIZADO'
    return {
      id,
      state: isFinalStatus ? refundStates[status] : 'processing',
      value: valor,
      returnId: rtrId ?? null,
      kind: natureza?.startsWith('MED') ? 'chargeback' : 'refund',
      refundedOn: horario?.liquidacao ?? horario?.solicitacao ?? toCivilDate(new Date()),
      reason: motivo?.trim().slice(0, 140) || null,
    }
  })

export const pixPayment = z
  .object({
    endToEndId,
    txid: optionalText,
    valor: reais,
    horario: saoPauloDay,
    devolucoes: z.array(pixRefund).nullish(),
  })
  .transform(
    (pix): RemotePix => ({
      endToEndId: pix.endToEndId,
      txid: pix.txid ?? null,
      value: pix.valor,
      paidOn: pix.horario,
      refunds: pix.devolucoes ?? [],
    }),
  )

export const pixPayments = z.object({
  parametros: z.object({ paginacao: z.object({ quantidadeDePaginas: z.number().int().min(0) }) }),
  pix: z.array(z.unknown()).nullish(),
})

/** Describes a malformed entry by its end-to-end id and its invalid fields, without their values. */
export function describeMalformedEntry(entry: unknown, { issues }: z.ZodError) {
  const namedEntry = z.object({ endToEndId }).safeParse(entry)
  const issueText = issues.map(({ path, code }) => `${path.join('.')}: ${code}`).join(', ')
  return { endToEndId: namedEntry.data?.endToEndId ?? null, odd: issueText }
}

const location = z.string().max(200).nullish()

export const pixCharge = z.object({
  txid: z.string(),
  status: z.string(),
  valor: z.object({ original: reais }),
  location,
  loc: z.object({ location }).nullish(),
  pixCopiaECola: z.string().max(512).nullish(),
  pix: z.array(pixPayment).nullish(),
})

export const pixWebhook = z.object({ webhookUrl: z.string() })

export const pixToken = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive().default(300),
})

/** A problem in the format of RFC 7807. Banks may omit fields. */
export const pixProblem = z.object({
  title: optionalText,
  detail: optionalText,
  violacoes: z.array(z.object({ razao: optionalText, propriedade: optionalText })).nullish(),
})

const statesByStatus = new Map<string, RemotePixCharge['state']>([
  ['ATIVA', 'open'],
  ['CONCLUIDA', 'paid'],
  ['REMOVIDA_PELO_USUARIO_RECEBEDOR', 'removed'],
  ['REMOVIDA_PELO_PSP', 'removed'],
])

export function toRemoteCharge(
  charge: z.output<typeof pixCharge>,
  receiver?: PixChargeRequest['receiver'],
): RemotePixCharge | undefined {
  const state = statesByStatus.get(charge.status)
  if (!state) return undefined
  const value = charge.valor.original
  return {
    txid: charge.txid,
    state,
    value,
    payload: findPayload(charge, value, receiver),
    payments: charge.pix ?? [],
  }
}

/** Returns the bank's code or a code with the charge's address. A code with our key would not settle the charge. */
function findPayload(
  { pixCopiaECola, location: address, loc }: z.output<typeof pixCharge>,
  value: Centavos,
  receiver: PixChargeRequest['receiver'] | undefined,
): string | null {
  const bankPayload = pixCopiaECola?.trim()
  if (bankPayload && isPixForValue(bankPayload, value)) return bankPayload
  const url = (loc?.location ?? address)?.trim().replace(/^https?:\/\//, '')
  if (!url || !receiver) return null
  try {
    return buildDynamicPix({ url, ...receiver })
  } catch {
    return null
  }
}

function isPixForValue(payload: string, value: Centavos): boolean {
  const pix = parsePix(payload)
  return pix.valid && pix.url !== null && (pix.amountCents === null || pix.amountCents === value)
}

/** Returns the bank's reason without e-mails and long numbers, which may be personal data. */
export function formatProblem(body: unknown): string {
  const problem = pixProblem.safeParse(body)
  if (!problem.success) return ''
  const { title, detail, violacoes } = problem.data
  const reasons = [detail || title, ...(violacoes ?? []).map(({ razao }) => razao)]
  return reasons
    .flatMap((reason) => reason?.trim() || [])
    .join(' ')
    .slice(0, 1_000)
    .replace(/\S+@\S+/g, '…')
    .replace(/\d[\d./-]{4,}/g, '…')
    .slice(0, 200)
}
