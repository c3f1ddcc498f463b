import type { z } from 'zod'
import { getIssuedModel, type IssuedModel } from '#app/domain/orders/invoices/invoice.ts'
import { type Breaker, createBreaker } from '#app/gateways/breaker.ts'
import { callProvider, rejectOutage } from '#app/gateways/call-provider.server.ts'
import {
  type FiscalIssuer,
  FiscalRefused,
  type RemoteInvoice,
} from '#app/gateways/fiscal-issuer/fiscal-issuer.ts'
import {
  collectMessages,
  type FocusDocument,
  focusDocument,
  focusError,
  focusEvent,
  listLetterFiles,
  toRemoteInvoice,
} from '#app/gateways/fiscal-issuer/focus-nfe-answers.ts'
import { buildInvoiceFields } from '#app/gateways/fiscal-issuer/focus-nfe-fields.ts'
import { type RemoteAnswer, RemoteFault, requestJson } from '#app/gateways/request-json.server.ts'
import { log } from '#app/log.server.ts'

export type FocusAccess = { url: string; token: string }
type Options = { timeoutMs?: number; breaker?: Breaker; now?: () => Date }

const MAX_FILE_BYTES = 10 * 1024 * 1024
/** The UTC offset of São Paulo and most states. Brazil has had no daylight saving time since 2019. */
const SAO_PAULO_OFFSET_MS = -3 * 3_600_000

const sharedBreaker = createBreaker({ name: 'fiscal', failures: 5, pauseMs: 10_000 })

type CallOptions = { method?: 'GET' | 'POST' | 'DELETE'; json?: unknown }
type ApiReply<Answer> = { answer: Answer } | { refusal: z.output<typeof focusError>; status: number }

/** Returns the client of Focus NFe v2 (doc.focusnfe.com.br), which authorises asynchronously. */
export function makeFocusNfeIssuer({ url, token }: FocusAccess, options: Options = {}): FiscalIssuer {
  const { timeoutMs = 15_000, breaker = sharedBreaker, now = () => new Date() } = options
  const headers = { Authorization: `Basic ${Buffer.from(`${token}:`).toString('base64')}` }

  function callApi<Answer>(path: string, schema: z.ZodType<Answer>, callOptions: CallOptions = {}) {
    const send = async () =>
      rejectOutage(await requestJson(`${url}${path}`, { ...callOptions, headers, timeoutMs }))
    return callProvider({ provider: 'fiscal', breaker }, send, (answer) => readAnswer(answer, schema))
  }

  async function readInvoice(model: IssuedModel, reference: string): Promise<RemoteInvoice | undefined> {
    const reply = await callApi<FocusDocument>(formatPath(model, reference), focusDocument)
    if ('answer' in reply) return toRemoteInvoice(reply.answer)
    if (reply.status === 404) return undefined
    throw toFiscalRefusedError(reply.refusal)
  }

  return {
    read: readInvoice,
    async issue(request) {
      const { reference } = request
      const model = getIssuedModel(request)
      const knownInvoice = await readInvoice(model, reference)
      if (knownInvoice && knownInvoice.state !== 'refused') return knownInvoice
      const json = buildInvoiceFields(request, formatSaoPauloTime(now()))
      const issueAnswer = await callApi(`/v2/${model}?ref=${encodeURIComponent(reference)}`, focusDocument, {
        method: 'POST',
        json,
      })
      if ('answer' in issueAnswer) return toRemoteInvoice(issueAnswer.answer)
      // The error does not matter if another attempt has already issued the document.
      const issuedInvoice = await readInvoice(model, reference)
      if (issuedInvoice && issuedInvoice.state !== 'refused') return issuedInvoice
      throw toFiscalRefusedError(issueAnswer.refusal)
    },
    async cancel(model, reference, reason) {
      const knownInvoice = await readInvoice(model, reference)
      if (!knownInvoice) throw new FiscalRefused([], 'unknown-document')
      if (knownInvoice.state === 'cancelled') return knownInvoice
      const cancelAnswer = await callApi(formatPath(model, reference), focusEvent, {
        method: 'DELETE',
        json: { justificativa: reason },
      })
      if (!('answer' in cancelAnswer)) {
        const currentInvoice = await readInvoice(model, reference)
        if (currentInvoice?.state === 'cancelled') return currentInvoice
        throw toFiscalRefusedError(cancelAnswer.refusal)
      }
      if (cancelAnswer.answer.status !== 'cancelado')
        throw new FiscalRefused(collectMessages(cancelAnswer.answer))
      return (await readInvoice(model, reference)) ?? { ...knownInvoice, state: 'cancelled' }
    },
    async requestCorrection(reference, text) {
      const correctionAnswer = await callApi(`${formatPath('nfe', reference)}/carta_correcao`, focusEvent, {
        method: 'POST',
        json: { correcao: text },
      })
      if (!('answer' in correctionAnswer)) throw toFiscalRefusedError(correctionAnswer.refusal)
      if (correctionAnswer.answer.status !== 'autorizado')
        throw new FiscalRefused(collectMessages(correctionAnswer.answer))
      const { numero_carta_correcao: ordinal } = correctionAnswer.answer
      return {
        ordinal: ordinal ?? 1,
        ...listLetterFiles(correctionAnswer.answer),
        messages: collectMessages(correctionAnswer.answer),
      }
    },
    async download(file) {
      const address = resolveAddress(url, file)
      const send = () => fetchFile({ url, address }, { headers, timeoutMs })
      return callProvider({ provider: 'fiscal', breaker }, send, (bytes) => bytes)
    },
  }
}

function formatPath(model: IssuedModel, reference: string): string {
  return `/v2/${model}/${encodeURIComponent(reference)}`
}

function toFiscalRefusedError(refusal: z.output<typeof focusError>): FiscalRefused {
  return new FiscalRefused(collectMessages(refusal))
}

function formatSaoPauloTime(instant: Date): string {
  return new Date(instant.getTime() + SAO_PAULO_OFFSET_MS).toISOString().replace(/\.\d{3}Z$/, '-03:00')
}

/** Returns a file's URL. Throws FiscalRefused unless the file is on the API's host or, by https, on its storage. */
function resolveAddress(apiUrl: string, file: string): string {
  const address = URL.parse(file, apiUrl)
  const isApiHost = address?.origin === new URL(apiUrl).origin
  const isFileStorage = address?.protocol === 'https:' && address.hostname.endsWith('.amazonaws.com')
  if (!address || !(isApiHost || isFileStorage)) throw new FiscalRefused([file.slice(0, 200)], 'foreign-file')
  return address.href
}

type FetchOptions = { headers: Record<string, string>; timeoutMs: number }

/** Downloads a file. Follows one redirect. */
async function fetchFile(
  { url, address, isRedirected = false }: { url: string; address: string; isRedirected?: boolean },
  { headers, timeoutMs }: FetchOptions,
): Promise<Buffer> {
  // The storage must not get the API's token.
  const isStorage = new URL(address).hostname.endsWith('.amazonaws.com')
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(address, { headers: isStorage ? {} : headers, redirect: 'manual', signal })
    const location = response.headers.get('location')
    const isRedirect = [301, 302, 303, 307].includes(response.status)
    if (location !== null && isRedirect && !isRedirected) {
      await response.body?.cancel()
      const redirectAddress = resolveAddress(url, new URL(location, address).href)
      return await fetchFile({ url, address: redirectAddress, isRedirected: true }, { headers, timeoutMs })
    }
    if (response.status !== 200 || !response.body) throw new RemoteFault(`status-${response.status}`)
    return await readFileBody(response.body)
  } catch (error) {
    if (error instanceof RemoteFault || error instanceof FiscalRefused) throw error
    throw new RemoteFault(signal.aborted ? 'timeout' : 'unreachable')
  }
}

async function readFileBody(body: ReadableStream<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = body.getReader()
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    size += chunk.value.byteLength
    if (size > MAX_FILE_BYTES) throw new RemoteFault('too-large')
    chunks.push(chunk.value)
  }
  return Buffer.concat(chunks)
}

function readAnswer<Answer>({ status, body }: RemoteAnswer, schema: z.ZodType<Answer>): ApiReply<Answer> {
  if (status === 401 || status === 403) {
    log.error({ status }, 'alert: the issuer of invoices does not take the token of the shop')
    throw new RemoteFault('access')
  }
  if (status >= 400) {
    const refusal = focusError.safeParse(body)
    if (!refusal.success) throw new RemoteFault(`status-${status}`)
    return { refusal: refusal.data, status }
  }
  const parsedBody = schema.safeParse(body)
  if (!parsedBody.success) throw new RemoteFault('malformed')
  return { answer: parsedBody.data }
}
