import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { env } from '#app/env.server.ts'

type CeremonyOptions = {
  challenge: string
  rp?: { id?: string }
  rpId?: string
  user?: { id: string }
  allowCredentials?: readonly { id: string }[]
}
/** Deviations from the responses of a correct device. */
type Deviations = {
  origin?: string
  domain?: string
  challenge?: string
  type?: string
  counter?: number
  flags?: number
  userHandle?: string
  credentialId?: string
  crossOrigin?: boolean
  /** 'self': signed by the passkey's own key; 'certified': also with a manufacturer's certificate */
  attestation?: 'self' | 'certified'
}

// Flags of the authenticator data (WebAuthn 3).
const userPresent = 0x01
const userVerified = 0x04
const hasCredential = 0x40

/** A device with one key (ES256) and its browser. Its responses are the JSON that a page sends (WebAuthn 3). */
export class SoftwareAuthenticator {
  readonly id = randomBytes(32).toString('base64url')
  counter = 0
  transports: 'internal'[] = ['internal']
  userHandle: string | undefined
  private readonly key: { publicKey: KeyObject; privateKey: KeyObject }

  constructor() {
    this.key = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  }

  /** Returns the response to a registration. */
  create(options: CeremonyOptions, deviations: Deviations = {}) {
    this.userHandle = options.user?.id
    const id = Buffer.from(deviations.credentialId ?? this.id, 'base64url')
    const deviceModel = Buffer.alloc(16)
    const attestedCredential = Buffer.concat([deviceModel, encodeUint16(id.length), id, this.encodeCoseKey()])
    const data = Buffer.concat([
      this.buildAuthenticatorData(options.rp?.id, hasCredential, deviations),
      attestedCredential,
    ])
    const clientDataJSON = encodeClientData('webauthn.create', options, deviations)
    const signedBytes = Buffer.concat([data, hashSha256(decodeBase64url(clientDataJSON))])
    const statement = this.buildAttestationStatement(signedBytes, deviations)
    const attestationObject = Buffer.concat([
      cborMapHead(3),
      encodeTextItem('fmt'),
      encodeTextItem(deviations.attestation ? 'packed' : 'none'),
      encodeTextItem('attStmt'),
      statement,
      encodeTextItem('authData'),
      encodeBytesItem(data),
    ])
    return this.buildCredential(deviations, {
      clientDataJSON,
      attestationObject: attestationObject.toString('base64url'),
      transports: this.transports,
    })
  }

  /** Returns the response to a login, and increases the counter. */
  get(options: CeremonyOptions, deviations: Deviations = {}) {
    this.counter = deviations.counter ?? this.counter + 1
    const clientDataJSON = encodeClientData('webauthn.get', options, deviations)
    const data = this.buildAuthenticatorData(options.rpId, 0, deviations)
    const signedBytes = Buffer.concat([data, hashSha256(decodeBase64url(clientDataJSON))])
    const handle = deviations.userHandle ?? this.userHandle
    return this.buildCredential(deviations, {
      clientDataJSON,
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', signedBytes, this.key.privateKey).toString('base64url'),
      ...(handle === undefined ? {} : { userHandle: handle }),
    })
  }

  private buildCredential<Response>({ credentialId: id = this.id }: Deviations, response: Response) {
    return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {}, response }
  }

  /** Returns the CBOR map {}, {alg: -7, sig: …} or {alg: -7, sig: …, x5c: [ … ]}. */
  private buildAttestationStatement(signedBytes: Buffer, { attestation }: Deviations): Buffer {
    if (!attestation) return cborMapHead(0)
    const signature = encodeBytesItem(sign('sha256', signedBytes, this.key.privateKey))
    const es256 = Buffer.from([0x26])
    const selfAttestation = [encodeTextItem('alg'), es256, encodeTextItem('sig'), signature]
    if (attestation === 'self') return Buffer.concat([cborMapHead(2), ...selfAttestation])
    const listOfOne = Buffer.from([0x81])
    const certificates = [encodeTextItem('x5c'), listOfOne, encodeBytesItem(randomBytes(40))]
    return Buffer.concat([cborMapHead(3), ...selfAttestation, ...certificates])
  }

  private buildAuthenticatorData(
    domain: string | undefined,
    extraFlags: number,
    deviations: Deviations,
  ): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    const flags = Buffer.from([(deviations.flags ?? userPresent | userVerified) | extraFlags])
    return Buffer.concat([hashSha256(Buffer.from(deviations.domain ?? domain ?? '')), flags, counter])
  }

  /** Returns the CBOR map {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}. */
  private encodeCoseKey(): Buffer {
    const { x = '', y = '' } = this.key.publicKey.export({ format: 'jwk' })
    const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01])
    const [xLabel, yLabel] = [Buffer.from([0x21]), Buffer.from([0x22])]
    return Buffer.concat([
      head,
      xLabel,
      encodeBytesItem(decodeBase64url(x)),
      yLabel,
      encodeBytesItem(decodeBase64url(y)),
    ])
  }
}

function encodeClientData(type: string, { challenge }: CeremonyOptions, deviations: Deviations): string {
  const clientData = {
    type: deviations.type ?? type,
    challenge: deviations.challenge ?? challenge,
    origin: deviations.origin ?? env.PUBLIC_URL,
    crossOrigin: deviations.crossOrigin ?? false,
  }
  return Buffer.from(JSON.stringify(clientData)).toString('base64url')
}

const hashSha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()
const decodeBase64url = (text: string) => Buffer.from(text, 'base64url')
const encodeUint16 = (value: number) => Buffer.from([value >> 8, value & 0xff])
/** Returns the first byte of a CBOR map with this number of entries. */
const cborMapHead = (entryCount: number) => Buffer.from([0xa0 | entryCount])

/** Returns a CBOR text item (RFC 8949) of less than 24 bytes. */
function encodeTextItem(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 | text.length]), Buffer.from(text)])
}

/** Returns a CBOR byte string (RFC 8949) of less than 65,536 bytes. */
function encodeBytesItem(bytes: Buffer): Buffer {
  const head = bytes.length < 256 ? [0x58, bytes.length] : [0x59, bytes.length >> 8, bytes.length & 0xff]
  return Buffer.concat([Buffer.from(head), bytes])
}
