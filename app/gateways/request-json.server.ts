/** A failed request. `reason` is a code that can be logged because it contains no data of the request. */
export class RemoteFault extends Error {
  override name = 'RemoteFault'

  constructor(readonly reason: string) {
    super(reason)
  }
}

/** A response; `body` is undefined if it is not JSON. */
export type RemoteAnswer = { status: number; body: unknown }

type RequestOptions = {
  /** milliseconds for the whole request, from the DNS query to the last byte */
  timeoutMs: number
  method?: 'GET' | 'POST' | 'DELETE'
  headers?: Record<string, string>
  json?: unknown
}

const maxResponseBytes = 64 * 1024

/** Sends one request without following redirects. Throws RemoteFault `timeout`, `unreachable` or `too-large`. */
export async function requestJson(address: string, options: RequestOptions): Promise<RemoteAnswer> {
  const { timeoutMs, method = 'GET', headers, json } = options
  if (timeoutMs <= 0) throw new RemoteFault('timeout')
  const signal = AbortSignal.timeout(Math.ceil(timeoutMs))
  const requestHeaders = new Headers({ Accept: 'application/json', 'User-Agent': 'aeropub', ...headers })
  if (json !== undefined) requestHeaders.set('Content-Type', 'application/json')
  try {
    const response = await fetch(address, {
      method,
      headers: requestHeaders,
      body: json === undefined ? undefined : JSON.stringify(json),
      redirect: 'manual',
      signal,
    })
    return { status: response.status, body: parseJson(await readText(response)) }
  } catch (error) {
    if (error instanceof RemoteFault) throw error
    throw new RemoteFault(signal.aborted ? 'timeout' : 'unreachable')
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = response.body?.getReader()
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
    size += chunk.value.byteLength
    if (size > maxResponseBytes) {
      await reader?.cancel()
      throw new RemoteFault('too-large')
    }
    chunks.push(chunk.value)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
