import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { type BenchRequest, type Side, WrongAnswer } from './load.ts'

const ANSWER_LIMIT_MS = 15_000
/** The share by which two pages with the same text may differ in size. */
const BYTE_TOLERANCE = 0.05

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
    outgoingRequest.setTimeout(ANSWER_LIMIT_MS, () =>
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
  first: Side,
  second: Side,
  benchRequest: BenchRequest,
  texts: readonly string[] = [],
) {
  const [firstAnswer, secondAnswer] = [
    await sendRequest(first, benchRequest),
    await sendRequest(second, benchRequest),
  ]
  for (const [side, answer] of [
    [first, firstAnswer],
    [second, secondAnswer],
  ] as const)
    expectTexts(side, benchRequest, answer, texts)
  const difference = findFirstDifference(extractText(firstAnswer.text), extractText(secondAnswer.text))
  if (difference)
    throw new WrongAnswer(
      `${benchRequest.path}: ${first.name} and ${second.name} show different texts:\n${difference}`,
    )
  const sizeDifference = Math.abs(firstAnswer.bytes - secondAnswer.bytes) / firstAnswer.bytes
  if (sizeDifference > BYTE_TOLERANCE)
    throw new WrongAnswer(
      `${benchRequest.path}: ${firstAnswer.bytes} bytes from ${first.name}, ${secondAnswer.bytes} from ${second.name}`,
    )
}

/** Throws WrongAnswer unless the answer has the status 200 and contains all texts. */
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

/** Returns both texts around their first difference; undefined for equal texts. */
function findFirstDifference(first: string, second: string): string | undefined {
  if (first === second) return undefined
  let index = 0
  while (first[index] === second[index]) index++
  return [first, second].map((text) => `  …${text.slice(Math.max(0, index - 80), index + 120)}…`).join('\n')
}
