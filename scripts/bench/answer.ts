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
    const asked = request(`${side.url}${path}`, { method: form ? 'POST' : 'GET', agent: false })
    asked.setHeader('Accept', 'text/html').setHeader('Sec-Fetch-Site', 'same-origin')
    if (cookie) asked.setHeader('Cookie', cookie)
    if (token) asked.setHeader('Authorization', `Bearer ${token}`)
    if (encoding) asked.setHeader('Accept-Encoding', encoding)
    if (form) asked.setHeader('Content-Type', 'application/x-www-form-urlencoded')
    asked.once('error', reject)
    asked.setTimeout(answerLimitMs, () => asked.destroy(new Error(`${side.name}: no answer to ${path}`)))
    asked.once('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk)).once('error', reject)
      response.once('end', () => {
        const body = Buffer.concat(chunks)
        const text = decompressBody(body, response.headers['content-encoding']).toString()
        const { statusCode: status = 0, headers } = response
        resolve({ status, location: headers.location, bytes: body.length, text })
      })
    })
    asked.end(form)
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
  asked: BenchRequest,
  texts: readonly string[] = [],
) {
  const [ours, theirs] = [await sendRequest(one, asked), await sendRequest(other, asked)]
  for (const [side, answer] of [
    [one, ours],
    [other, theirs],
  ] as const)
    expectTexts(side, asked, answer, texts)
  const at = findFirstDifference(keepText(ours.text), keepText(theirs.text))
  if (at) throw new WrongAnswer(`${asked.path}: ${one.name} and ${other.name} show different texts:\n${at}`)
  const apart = Math.abs(ours.bytes - theirs.bytes) / ours.bytes
  if (apart > byteTolerance)
    throw new WrongAnswer(
      `${asked.path}: ${ours.bytes} bytes from ${one.name}, ${theirs.bytes} from ${other.name}`,
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
  const what = missing ? `"${missing}" is missing` : (answer.location ?? answer.text.slice(0, 300))
  throw new WrongAnswer(`${side.name}, ${path}: status ${answer.status}, ${what}`)
}

/** Returns visible text and link targets, since attributes such as the nonce differ each time. */
function keepText(page: string): string {
  return page
    .replaceAll(/ nonce="[^"]*"/g, '')
    .replaceAll(/<(?!a |form |input |option |img )[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
}

function findFirstDifference(one: string, other: string): string | undefined {
  if (one === other) return undefined
  let at = 0
  while (one[at] === other[at]) at++
  return [one, other].map((text) => `  …${text.slice(Math.max(0, at - 80), at + 120)}…`).join('\n')
}
