import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { type RemoteAnswer, RemoteFault } from '#app/gateways/request-json.server.ts'

export type TlsIdentity = {
  certFile: string
  keyFile: string
  passphrase?: string | undefined
  caFile?: string | undefined
}

type BankRequest = {
  timeoutMs: number
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH'
  headers?: Record<string, string>
  body?: string
}

const maxResponseBytes = 1024 * 1024

/** Matches error codes of the shop's or the bank's certificate. Only new files resolve these errors. */
const certificateErrorPattern =
  /^(ERR_SSL_|ERR_TLS_|ERR_OSSL_|EPROTO$|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH$)/

/** Sends a request with the shop's certificate. Throws RemoteFault. */
export type SendToBank = (address: URL, bankRequest: BankRequest) => Promise<RemoteAnswer>

/** Returns a function that sends requests with the certificate. Reads its files once, so new files need a restart. */
export function makeMutualTlsClient(identity: TlsIdentity): SendToBank {
  const agent = createAgent(identity)
  return (address, bankRequest) => sendRequest(agent, address, bankRequest)
}

function createAgent({ certFile, keyFile, passphrase, caFile }: TlsIdentity): Agent {
  try {
    return new Agent({
      cert: readFileSync(certFile),
      key: readFileSync(keyFile),
      ...(passphrase === undefined ? {} : { passphrase }),
      ...(caFile === undefined ? {} : { ca: readFileSync(caFile) }),
      minVersion: 'TLSv1.2',
      keepAlive: true,
      maxSockets: 4,
    })
  } catch {
    throw new RemoteFault('certificate')
  }
}

function sendRequest(agent: Agent, address: URL, bankRequest: BankRequest): Promise<RemoteAnswer> {
  const { timeoutMs, method = 'GET', headers = {}, body } = bankRequest
  const lengthHeader = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(timeoutMs)
    const fail = (error: unknown) => reject(toRemoteFault(error, signal.aborted))
    try {
      const outgoingRequest = request(address, {
        agent,
        method,
        headers: { Accept: 'application/json', 'User-Agent': 'aeropub', ...headers, ...lengthHeader },
        signal,
      })
      outgoingRequest.on('error', fail)
      outgoingRequest.on('response', (response) => {
        const chunks: Buffer[] = []
        let size = 0
        response.on('data', (chunk: Buffer) => {
          size += chunk.length
          if (size > maxResponseBytes) outgoingRequest.destroy(new RemoteFault('too-large'))
          else chunks.push(chunk)
        })
        response.on('error', fail)
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, body: parseJson(Buffer.concat(chunks).toString()) }),
        )
      })
      outgoingRequest.end(body)
    } catch (error) {
      fail(error)
    }
  })
}

function toRemoteFault(error: unknown, isTimeout: boolean): RemoteFault {
  if (error instanceof RemoteFault) return error
  if (isTimeout) return new RemoteFault('timeout')
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return new RemoteFault(certificateErrorPattern.test(code) ? 'certificate' : 'unreachable')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
