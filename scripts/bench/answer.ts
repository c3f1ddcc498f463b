import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { type BenchRequest, type Side, WrongAnswer } from './load.ts'

const answerLimitMs = 15_000
/** The share by which two pages with the same text may differ in size. */
const byteTolerance = 0.05

export type Answer = { status: number; location: string | undefined; bytes: number; text: string }

export function sendRequest(
  side: Side,
  { path, cookie, token, encoding, form }: BenchRequest,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoingRequest = request(`${side.url}${path}`, { method: form ? 'POST' : 'GET', agent: false })
    outgoingRequest.setHeader('Accept', 'text/html').setHeader('Sec-Fetch-Site', 'same-origin')
    if (cookie) outgoingRequest.setHeader('Cookie', cookie)
    if (token) outgoingRequest.setHeader('Authorization', `Bearer ${token}`)
    if (encoding) outgoingRequest.setHeader('Accept-Encoding', encoding)
    if (form) outgoingRequest.setHeader('Content-Type', 'application/x-www-form-urlencoded')
    outgoingRequest.once('error', reject)
    outgoingRequest.setTimeout(answerLimitMs, () =>
      outgoingRequest.destroy(new Error(`${side.name}: no answer to ${path}`)),
    )
    outgoingRequest.once('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk)).once('error', reject)
      response.once('end', () => {
        const body = Buffer.concat(chunks)
        const text = decompressBody(body, response.headers['content-encoding']).toString()
        const { statusCode: status = 0, headers } = response
        resolve({ status, location: headers.location, bytes: body.length, text })
      })
    })
    outgoingRequest.end(form)
  })
}

function decompressBody(body: Buffer, encoding: string | undefined): Buffer {
  if (encoding === 'br') return brotliDecompressSync(body)
  return encoding === 'gzip' ? gunzipSync(body) : body
}

/** Throws WrongAnswer unless both sides return the same text, with all of `texts`, in similar sizes. */
export async function compareSides(
  one: Side,
  other: Side,
  benchRequest: BenchRequest,
  texts: readonly string[] = [],
) {
  const [oneAnswer, otherAnswer] = [
    await sendRequest(one, benchRequest),
    await sendRequest(other, benchRequest),
  ]
  for (const [side, answer] of [
    [one, oneAnswer],
    [other, otherAnswer],
  ] as const)
    expectTexts(side, benchRequest, answer, texts)
  const difference = findFirstDifference(extractText(oneAnswer.text), extractText(otherAnswer.text))
  if (difference)
    throw new WrongAnswer(
      `${benchRequest.path}: ${one.name} and ${other.name} show different texts:\n${difference}`,
    )
  const sizeDifference = Math.abs(oneAnswer.bytes - otherAnswer.bytes) / oneAnswer.bytes
  if (sizeDifference > byteTolerance)
    throw new WrongAnswer(
      `${benchRequest.path}: ${oneAnswer.bytes} bytes from ${one.name}, ${otherAnswer.bytes} from ${other.name}`,
    )
}

export function expectTexts(
  side: Side,
  { path }: BenchRequest,
  answer: Answer,
  texts: readonly string[],
): void {
  const missing = texts.find((text) => !answer.text.includes(text))
  if (answer.status === 200 && missing === undefined) return
  const reason = missing ? `"${missing}" is missing` : (answer.location ?? answer.text.slice(0, 300))
  throw new WrongAnswer(`${side.name}, ${path}: status ${answer.status}, ${reason}`)
}

/** Returns visible text and link targets, since attributes such as the nonce differ each time. */
function extractText(page: string): string {
  return page
    .replaceAll(/ nonce="[^"]*"/g, '')
    .replaceAll(/<(?!a |form |input |option |img )[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
}

function findFirstDifference(one: string, other: string): string | undefined {
  if (one === other) return undefined
  let difference = 0
  while (one[difference] === other[difference]) difference++
  return [one, other]
    .map((text) => `  …${text.slice(Math.max(0, difference - 80), difference + 120)}…`)
    .join('\n')
}
