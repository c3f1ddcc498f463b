import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import forge from 'node-forge'

export type Certificate = { cert: string; key: string }

const yearMs = 365 * 24 * 3_600_000
/** The type of an IP address in a subjectAltName (RFC 5280). */
const IP_ADDRESS_TYPE = 7
let serial = 1

/** Issues a certificate with 2048 bits, because the TLS library rejects 1024. Without an issuer it signs itself. */
function issueCertificate(commonName: string, issuer?: { name: string; key: forge.pki.rsa.PrivateKey }) {
  const keys = forge.pki.rsa.generateKeyPair(2048)
  const cert = forge.pki.createCertificate()
  cert.publicKey = keys.publicKey
  serial += 1
  cert.serialNumber = serial.toString(16).padStart(4, '0')
  cert.validity.notBefore = new Date(Date.now() - yearMs)
  cert.validity.notAfter = new Date(Date.now() + yearMs)
  cert.setSubject([{ name: 'commonName', value: commonName }])
  cert.setIssuer([{ name: 'commonName', value: issuer?.name ?? commonName }])
  cert.setExtensions(
    issuer
      ? [{ name: 'subjectAltName', altNames: [{ type: IP_ADDRESS_TYPE, ip: '127.0.0.1' }] }]
      : [
          { name: 'basicConstraints', cA: true },
          { name: 'keyUsage', keyCertSign: true },
        ],
  )
  cert.sign(issuer?.key ?? keys.privateKey, forge.md.sha256.create())
  return {
    keys,
    pem: { cert: forge.pki.certificateToPem(cert), key: forge.pki.privateKeyToPem(keys.privateKey) },
  }
}

/** Returns an authority, a server and a client that it signed, and a client that it did not sign. */
export function makeCertificates() {
  const name = 'Only for tests'
  const authority = issueCertificate(name)
  const issuer = { name, key: authority.keys.privateKey }
  const folder = mkdtempSync(join(tmpdir(), 'aeropub-certificates-'))
  const storeFile = (file: string, text: string) => {
    const path = join(folder, file)
    writeFileSync(path, text)
    return path
  }
  const storeFiles = (name: string, { cert, key }: Certificate) => ({
    certFile: storeFile(`${name}.pem`, cert),
    keyFile: storeFile(`${name}.key`, key),
  })
  return {
    authority: authority.pem.cert,
    server: issueCertificate('Bank only for tests', issuer).pem,
    caFile: storeFile('authority.pem', authority.pem.cert),
    client: storeFiles('client', issueCertificate('Shop only for tests', issuer).pem),
    stranger: storeFiles('stranger', issueCertificate('Stranger').pem),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
