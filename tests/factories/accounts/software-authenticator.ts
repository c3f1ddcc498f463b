import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { env } from '#app/env.server.ts'

type Wanted = {
  challenge: string
  rp?: { id?: string }
  rpId?: string
  user?: { id: string }
  allowCredentials?: readonly { id: string }[]
}
/** Deviations from a correct device. */
type Lies = {
  origin?: string
  domain?: string
  challenge?: string
  type?: string
  counter?: number
  flags?: number
  userHandle?: string
  credentialId?: string
  crossOrigin?: boolean
  /** 'self': signed by the key itself; 'certified': with a certificate of the manufacturer */
  attestation?: 'self' | 'certified'
}

const userPresent = 0x01
const userVerified = 0x04
const hasCredential = 0x40

/** A device with one key (ES256) and its browser. Its responses follow WebAuthn 3, as JSON of the page. */
export class SoftwareAuthenticator {
  readonly id = randomBytes(32).toString('base64url')
  counter = 0
  transports: 'internal'[] = ['internal']
  userHandle: string | undefined
  private readonly key: { publicKey: KeyObject; privateKey: KeyObject }

  constructor() {
    this.key = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  }

  create(wanted: Wanted, lies: Lies = {}) {
    this.userHandle = wanted.user?.id
    const id = Buffer.from(lies.credentialId ?? this.id, 'base64url')
    const attested = Buffer.concat([Buffer.alloc(16), toShort(id.length), id, this.coseKey()])
    const data = Buffer.concat([this.head(wanted.rp?.id, hasCredential, lies), attested])
    const clientDataJSON = encodeClientData('webauthn.create', wanted, lies)
    const signed = Buffer.concat([data, hashSha256(decode(clientDataJSON))])
    const statement = this.statement(signed, lies)
    const attestationObject = Buffer.concat([
      Buffer.from([0xa3]),
      ...[
        encodeTextItem('fmt'),
        encodeTextItem(lies.attestation ? 'packed' : 'none'),
        encodeTextItem('attStmt'),
        statement,
      ],
      ...[encodeTextItem('authData'), encodeBytesItem(data)],
    ])
    return this.credential(lies, {
      clientDataJSON,
      attestationObject: attestationObject.toString('base64url'),
      transports: this.transports,
    })
  }

  get(wanted: Wanted, lies: Lies = {}) {
    this.counter = lies.counter ?? this.counter + 1
    const clientDataJSON = encodeClientData('webauthn.get', wanted, lies)
    const data = this.head(wanted.rpId, 0, lies)
    const signed = Buffer.concat([data, hashSha256(decode(clientDataJSON))])
    const handle = lies.userHandle ?? this.userHandle
    return this.credential(lies, {
      clientDataJSON,
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', signed, this.key.privateKey).toString('base64url'),
      ...(handle === undefined ? {} : { userHandle: handle }),
    })
  }

  private credential<Response>({ credentialId: id = this.id }: Lies, response: Response) {
    return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {}, response }
  }

  /** Returns {} or {alg: -7, sig: …}, or the same with x5c: [ … ]. */
  private statement(signed: Buffer, { attestation }: Lies): Buffer {
    if (!attestation) return Buffer.from([0xa0])
    const signature = encodeBytesItem(sign('sha256', signed, this.key.privateKey))
    const self = [encodeTextItem('alg'), Buffer.from([0x26]), encodeTextItem('sig'), signature]
    if (attestation === 'self') return Buffer.concat([Buffer.from([0xa2]), ...self])
    const certificates = [encodeTextItem('x5c'), Buffer.from([0x81]), encodeBytesItem(randomBytes(40))]
    return Buffer.concat([Buffer.from([0xa3]), ...self, ...certificates])
  }

  private head(domain: string | undefined, more: number, lies: Lies): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    const flags = Buffer.from([(lies.flags ?? userPresent | userVerified) | more])
    return Buffer.concat([hashSha256(Buffer.from(lies.domain ?? domain ?? '')), flags, counter])
  }

  /** Returns {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}. */
  private coseKey(): Buffer {
    const { x = '', y = '' } = this.key.publicKey.export({ format: 'jwk' })
    const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01])
    const [ofX, ofY] = [Buffer.from([0x21]), Buffer.from([0x22])]
    return Buffer.concat([head, ofX, encodeBytesItem(decode(x)), ofY, encodeBytesItem(decode(y))])
  }
}

function encodeClientData(type: string, { challenge }: Wanted, lies: Lies): string {
  const reported = {
    type: lies.type ?? type,
    challenge: lies.challenge ?? challenge,
    origin: lies.origin ?? env.PUBLIC_URL,
    crossOrigin: lies.crossOrigin ?? false,
  }
  return Buffer.from(JSON.stringify(reported)).toString('base64url')
}

const hashSha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()
const decode = (text: string) => Buffer.from(text, 'base64url')
const toShort = (value: number) => Buffer.from([value >> 8, value & 0xff])

/** Returns a CBOR text (RFC 8949) of less than 24 bytes. */
function encodeTextItem(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 | text.length]), Buffer.from(text)])
}

function encodeBytesItem(bytes: Buffer): Buffer {
  const head = bytes.length < 256 ? [0x58, bytes.length] : [0x59, bytes.length >> 8, bytes.length & 0xff]
  return Buffer.concat([Buffer.from(head), bytes])
}
