import { z } from 'zod'
import type { RemoteInvoice } from '#app/gateways/fiscal-issuer/fiscal-issuer.ts'

/** Accepts an absolute path. Rejects a path that leads to a parent folder. */
const filePath = z
  .string()
  .regex(/^\/[\w./-]+$/)
  .refine((text) => !text.includes('..'))

const errorList = z
  .array(z.object({ mensagem: z.string(), campo: z.string().nullish(), codigo: z.string().nullish() }))
  .nullish()

/** Response of /v2/nfe, /v2/nfse and /v2/nfsen. An unknown `status` counts as in progress. */
export const focusDocument = z.object({
  ref: z.string(),
  status: z.string(),
  status_sefaz: z.string().nullish(),
  mensagem_sefaz: z.string().nullish(),
  chave_nfe: z.string().nullish(),
  codigo_verificacao: z.string().nullish(),
  protocolo: z.string().nullish(),
  numero: z.string().nullish(),
  serie: z.string().nullish(),
  caminho_xml_nota_fiscal: filePath.nullish(),
  caminho_danfe: filePath.nullish(),
  url_danfse: z.string().nullish(),
  caminho_xml_cancelamento: filePath.nullish(),
  caminho_xml_carta_correcao: filePath.nullish(),
  caminho_pdf_carta_correcao: filePath.nullish(),
  numero_carta_correcao: z.number().int().nullish(),
  erros: errorList,
})

export type FocusDocument = z.output<typeof focusDocument>

export const focusError = z.object({ codigo: z.string(), mensagem: z.string(), erros: errorList })

export const focusEvent = z.object({
  caminho_xml_carta_correcao: filePath.nullish(),
  status: z.string(),
  status_sefaz: z.string().nullish(),
  mensagem_sefaz: z.string().nullish(),
  caminho_xml_cancelamento: filePath.nullish(),
  caminho_pdf_carta_correcao: filePath.nullish(),
  numero_carta_correcao: z.number().int().nullish(),
  erros: errorList,
})

const statesByStatus: Readonly<Record<string, RemoteInvoice['state']>> = {
  processando_autorizacao: 'processing',
  autorizado: 'authorised',
  cancelado: 'cancelled',
  substituido: 'cancelled',
  erro_autorizacao: 'refused',
  denegado: 'refused',
}

export function toRemoteInvoice(focusInvoice: FocusDocument): RemoteInvoice {
  const state = statesByStatus[focusInvoice.status] ?? 'processing'
  const goodsKey = focusInvoice.chave_nfe?.replace(/^NFe/, '')
  const serviceKey = focusInvoice.codigo_verificacao?.replace(/^NFS(?=\w{50}$)/, '')
  return {
    state,
    series: focusInvoice.serie ?? null,
    number: focusInvoice.numero ?? null,
    key: goodsKey ?? serviceKey ?? null,
    protocol: focusInvoice.protocolo ?? null,
    messages: state === 'refused' ? collectMessages(focusInvoice) : [],
    files: {
      xml: focusInvoice.caminho_xml_nota_fiscal ?? null,
      pdf: focusInvoice.caminho_danfe ?? focusInvoice.url_danfse ?? null,
      cancellation: focusInvoice.caminho_xml_cancelamento ?? null,
    },
    letter: focusInvoice.numero_carta_correcao
      ? { ordinal: focusInvoice.numero_carta_correcao, ...listLetterFiles(focusInvoice) }
      : null,
  }
}

export function listLetterFiles(
  letter: Pick<FocusDocument, 'caminho_xml_carta_correcao' | 'caminho_pdf_carta_correcao'>,
) {
  return { xml: letter.caminho_xml_carta_correcao ?? null, pdf: letter.caminho_pdf_carta_correcao ?? null }
}

type MessageFields = {
  mensagem?: string
  status_sefaz?: string | null | undefined
  mensagem_sefaz?: string | null | undefined
  erros?: z.output<typeof errorList>
}

/** Returns the messages without repeats. The message of the revenue office precedes messages of the city or the API. */
export function collectMessages({ mensagem, status_sefaz, mensagem_sefaz, erros }: MessageFields): string[] {
  const officeMessages = mensagem_sefaz ? [[status_sefaz, mensagem_sefaz].filter(Boolean).join(': ')] : []
  const errorMessages = (erros ?? []).map(({ mensagem: text, campo, codigo }) =>
    [codigo, campo, text].filter(Boolean).join(': '),
  )
  const messages = [...officeMessages, ...errorMessages]
  if (messages.length > 0) return [...new Set(messages)]
  return mensagem ? [mensagem] : []
}
